"""Whether the DKIM signature of each message file is good (dkimpy). Arguments: the public key as its DNS record says it, then the files."""

import pathlib
import sys

import dkim

record, *files = sys.argv[1:]
for file in files:
    message = pathlib.Path(file).read_bytes()
    if not dkim.verify(message, dnsfunc=lambda name, timeout=5: record.encode()):
        sys.exit(f"{file}: the signature does not verify")
    if dkim.verify(message.replace(b"\r\nSubject: ", b"\r\nSubject: x", 1), dnsfunc=lambda name, timeout=5: record.encode()):
        sys.exit(f"{file}: another subject goes unnoticed")
    signature = dkim.util.parse_tag_value(next(value for name, value in dkim.rfc822_parse(message)[0] if name.lower() == b"dkim-signature"))
    print(signature[b"h"].decode().replace("\r\n", "").replace(" ", "").lower(), signature[b"c"].decode())
