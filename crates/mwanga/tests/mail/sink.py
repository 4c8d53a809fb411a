"""A mail server that misbehaves on request (aiosmtpd), for the tests.

Speaks over standard input and output, a line a message: prints `port N` first; takes `mode NAME`; for each message that it kept prints `kept ID TO`, flushed
before the client is answered. Modes: ok, 421 (ends the session at RCPT), 421-one (at RCPT, where the address begins with `bounce`), 451-first (each recipient once), 550 (at RCPT, no such user, where the address
begins with `bounce`), refuse (550 at RCPT, about us), hang (after the message, for good), cut (after the final dot, one message), cut-all (each message), slow (10 ms a message).
With `--folder DIR` it also writes each message into a file.
"""

import asyncio
import pathlib
import sys

from aiosmtpd.smtp import SMTP

state = {"mode": sys.argv[1] if len(sys.argv) > 1 and not sys.argv[1].startswith("--") else "ok", "cut": 0}
folder = pathlib.Path(sys.argv[sys.argv.index("--folder") + 1]) if "--folder" in sys.argv else None
seen = set()
quiet = "--quiet" in sys.argv


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        mode = state["mode"]
        if mode == "421" or (mode == "421-one" and address.startswith("bounce")):
            server.transport.write(b"421 4.3.2 going down\r\n")
            server.transport.close()
            return "421 4.3.2 going down"
        if mode == "451-first" and address not in seen:
            seen.add(address)
            return "451 4.7.1 come back later"
        if mode == "550" and address.startswith("bounce"):
            return "550 5.1.1 no such user"
        if mode == "refuse":
            return "550 5.7.1 not from you"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 ok"

    async def handle_DATA(self, server, session, envelope):
        mode = state["mode"]
        content = envelope.content
        if mode == "hang":
            await asyncio.sleep(3600)
        if mode == "slow":
            await asyncio.sleep(0.01)
        name = next((line.split(b"<")[1].split(b"@")[0].decode() for line in content.split(b"\r\n") if line.lower().startswith(b"message-id:")), "none")
        if folder:
            (folder / f"{name}.eml").write_bytes(content)
        if not quiet:
            say(f"kept {name} {envelope.rcpt_tos[0]}")
        if mode == "cut-all" or (mode == "cut" and state["cut"] == 0):
            state["cut"] = 1
            server.transport.abort()
            await asyncio.sleep(1)
        return "250 2.0.0 kept"


async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Handler(), hostname="sink.example", enable_SMTPUTF8=True, loop=loop), "127.0.0.1", 0)
    say(f"port {server.sockets[0].getsockname()[1]}")
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        word, _, value = line.decode().strip().partition(" ")
        if word == "mode":
            state["mode"] = value
            state["cut"] = 0
            say(f"mode {value}")


asyncio.run(main())
