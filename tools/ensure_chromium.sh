#!/usr/bin/env bash
# Make sure that a Chromium for the browser tests is there, and say which one.
set -eu
cd "$(dirname "$0")/.."

# Without a window of its own the browser draws the same pages sooner, so that one is preferred.
system_chromium() {
    command -v chromium-headless-shell || command -v chromium || command -v chromium-browser ||
        command -v google-chrome
}
install() {
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$1"
}

if path=$(system_chromium); then
    echo "chromium: $path (the system's)"
elif [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update -qq && { install chromium-headless-shell || install chromium; }; } >/dev/null
    echo "chromium: $(system_chromium) (installed with apt)"
else
    .venv/bin/playwright install chromium >/dev/null
    echo "chromium: the browser kept by playwright"
fi
