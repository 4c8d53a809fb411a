"""An S3 store that nobody here wrote (moto), on a port of its own until standard input ends."""

import os
import sys

from moto.server import ThreadedMotoServer

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
print("port", server.get_host_and_port()[1], flush=True)
sys.stdin.read()
os._exit(0)
