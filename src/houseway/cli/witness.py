"""`houseway witness`: a witness for the journals of other houses, on a machine that they do not run."""

from pathlib import Path

from houseway.cli.output import BAD_INPUT, UNAVAILABLE, Failure, Json, print_json


def witness(
    *keys: str,
    name: str,
    folder: Path = Path("var/witness"),
    host: str = "127.0.0.1",
    port: int = 8081,
    json: Json = False,
) -> None:
    """Watch journals: keep the last checkpoint of each, and sign only for one that is proved to have grown from it.

    A house sends its checkpoints with houseway serve --witness. What was seen last is at /checkpoint?origin=NAME, and in
    the file seen.json. For instance: houseway witness KEY --name regulator.example/w1, where KEY is the public key that
    houseway journal checkpoint prints.

    Parameters
    ----------
    keys
        The public keys of the journals to watch.
    name
        What the witness is called in its signatures: a name without spaces, as a web address without https://.
    folder
        Where its key and what it has seen are kept.
    host
        The address to listen at; a proxy in front of it speaks TLS.
    port
        The port; 0 takes a free one.
    """
    from houseway.journal import BadCheckpoint, JournalUnavailable, PublicKey, Signer
    from houseway.journal.witness import Witness, serve_witness

    if not keys:
        raise Failure(BAD_INPUT, "this takes the public keys of the journals to watch")
    try:
        watched = [PublicKey.parse(key) for key in keys]
        folder.mkdir(parents=True, exist_ok=True)
        signer = Signer.load_or_create(folder / "witness.key", name, witness=True)
        server = serve_witness(Witness(signer, watched, folder / "seen.json"), host, port)
    except BadCheckpoint as bad:
        raise Failure(BAD_INPUT, str(bad)) from None
    except JournalUnavailable as unavailable:
        raise Failure(UNAVAILABLE, unavailable.cause, fix=unavailable.fix) from None
    public, address = signer.public.text(), f"http://{host}:{server.server_address[1]}"
    if json:
        print_json({"address": address, "key": public})
    else:
        print(f"The witness is at {address}; houses name it as --witness {public}@{address}", flush=True)
    with server:
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return
