#!/usr/bin/env bash
# OpenSMTPD refuses a second EHLO of a session that is not encrypted in between.
#
# Guess: RFC 5321, 4.1.4, lets a client say EHLO again later in a session; the server clears its buffers as after RSET.
# So a client that wants a keyword which its library did not keep (SIZE, say) asks once more. Postfix 3.7.11 and Exim
# 4.96 answer as the first time.
# Seen with OpenSMTPD 6.8.0p2 (Debian 12, opensmtpd 6.8.0p2-4+b4): the second one is answered by
#   503 5.5.1 Invalid command: Already identified
# and a client that takes this for a broken server sends no mail at all. After it the session goes on: MAIL is taken.
#
# Needs root, for accounts and spools of a mount namespace of its own; nothing is installed.
set -euo pipefail
version=6.8.0p2-4+b4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download --quiet --option APT::Sandbox::User=root "opensmtpd=$version" libevent-2.1-7=2.1.12-stable-8+deb12u1 >/dev/null
for package in *.deb; do dpkg-deb --extract "$package" unpacked; done

cat >client.py <<'PYTHON'
import smtplib, sys, time

for _ in range(100):
    try:
        session = smtplib.SMTP("127.0.0.1", int(sys.argv[1]), timeout=5)
        break
    except OSError:
        time.sleep(0.1)
first = session.docmd("EHLO", "client.example")
second = session.docmd("EHLO", "client.example")
mail = session.docmd("MAIL", "FROM:<a@client.example>")
print(first[0], second[0], second[1].decode(), mail[0])
PYTHON
cat >server.sh <<'SHELL'
set -eu
for account in opensmtpd:7003 opensmtpq:7004; do
  echo "${account%:*}:x:${account#*:}:${account#*:}::/nonexistent:/usr/sbin/nologin" >>accounts
  echo "${account%:*}:x:${account#*:}:" >>groups
done
cat /etc/passwd accounts >passwd && mount --bind passwd /etc/passwd
cat /etc/group groups >group && mount --bind group /etc/group
for place in /var/spool /run /var/lib; do mount -t tmpfs tmpfs $place; done
mkdir -p /var/lib/opensmtpd/empty && mkdir -m 711 /var/spool/smtpd
for queue in corrupt incoming purge queue temporary; do install -d -o opensmtpq -m 700 /var/spool/smtpd/$queue; done
install -d -o root -g opensmtpq -m 770 /var/spool/smtpd/offline
printf 'listen on 127.0.0.1 port %s\naction "a" relay\nmatch from any for any action "a"\n' "$1" >smtpd.conf
chmod 644 smtpd.conf
LD_LIBRARY_PATH=$PWD/unpacked/usr/lib/x86_64-linux-gnu exec "$PWD/unpacked/usr/sbin/smtpd" -d -f "$PWD/smtpd.conf"
SHELL
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
unshare --mount --propagation private --pid --fork --kill-child --mount-proc sh server.sh "$port" >server.log 2>&1 &
server=$!
said=$(timeout 30 python3 client.py "$port")
kill "$server" 2>/dev/null || true
grep --max-count 1 --only-matching 'OpenSMTPD [^ ]*' server.log
echo "$said"
[ "$said" = "250 503 5.5.1 Invalid command: Already identified 250" ] || { echo "this has changed"; exit 1; }
