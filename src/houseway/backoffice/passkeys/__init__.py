"""Passkeys: keys that people carry themselves, given under the controls of accounts, which sign orders so that nobody else can."""
