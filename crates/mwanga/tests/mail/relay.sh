#!/bin/sh
# Runs a mail server as a smart host: relay.sh NAME ROOT FOLDER PORT SINK. It takes mail at PORT of the loopback and gives
# it on to the port SINK, but for gone.example, its own domain, where nobody has a mailbox. ROOT holds its unpacked package, FOLDER what it writes. Called in a mount namespace of its own:
# its accounts and spools are there alone.
set -eu
name=$1 root=$2 folder=$3 port=$4 sink=$5
export LD_LIBRARY_PATH="$root/usr/lib/x86_64-linux-gnu:$root/usr/lib/postfix"

for account in postfix:7001 exim:7002 opensmtpd:7003 opensmtpq:7004 postdrop:7005; do
  account_name=${account%:*} number=${account#*:}
  [ "$account_name" = exim ] && account_name=Debian-exim
  echo "$account_name:x:$number:$number::/nonexistent:/usr/sbin/nologin" >>"$folder/accounts"
  echo "$account_name:x:$number:" >>"$folder/groups"
done
cat /etc/passwd "$folder/accounts" >"$folder/passwd"
cat /etc/group "$folder/groups" >"$folder/group"
mount --bind "$folder/passwd" /etc/passwd
mount --bind "$folder/group" /etc/group
chmod 755 "$folder"

case $name in
postfix)
  spool=$folder/spool
  mkdir -p "$spool" "$folder/data"
  chown postfix "$folder/data"
  for queue in active bounce corrupt defer deferred flush hold incoming private saved trace; do
    mkdir "$spool/$queue"
    chmod 700 "$spool/$queue"
    chown postfix "$spool/$queue"
  done
  mkdir "$spool/pid"
  install -d -o postfix -g postdrop -m 730 "$spool/maildrop"
  install -d -o postfix -g postdrop -m 710 "$spool/public"
  cat >"$folder/main.cf" <<CONFIG
compatibility_level = 3.6
queue_directory = $spool
data_directory = $folder/data
command_directory = $root/usr/sbin
daemon_directory = $root/usr/lib/postfix/sbin
shlib_directory = $root/usr/lib/postfix
meta_directory = $root/etc/postfix
import_environment = MAIL_CONFIG LD_LIBRARY_PATH
maillog_file_prefixes = $folder
maillog_file = $folder/log
myhostname = relay.example
mydestination = gone.example
alias_maps =
local_recipient_maps = proxy:unix:passwd.byname
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
relayhost = [127.0.0.1]:$sink
CONFIG
  {
    echo "127.0.0.1:$port inet n - n - - smtpd"
    echo "pickup unix n - n 60 1 pickup"
    echo "cleanup unix n - n - 0 cleanup"
    echo "qmgr unix n - n 300 1 qmgr"
    echo "rewrite unix - - n - - trivial-rewrite"
    for service in bounce defer trace; do echo "$service unix - - n - 0 bounce"; done
    for service in verify tlsmgr anvil scache; do echo "$service unix - - n - 1 $service"; done
    for service in proxymap smtp error discard; do echo "$service unix - - n - - $service"; done
    echo "relay unix - - n - - smtp"
    echo "local unix - n n - - local"
    echo "retry unix - - n - - error"
    echo "postlog unix-dgram n - n - 1 postlogd"
  } >"$folder/master.cf"
  exec "$root/usr/lib/postfix/sbin/master" -c "$folder" -s
  ;;
exim)
  mkdir "$folder/spool" "$folder/logs"
  chown Debian-exim "$folder/spool" "$folder/logs"
  cat >"$folder/exim.conf" <<CONFIG
primary_hostname = relay.example
daemon_smtp_ports = $port
local_interfaces = 127.0.0.1
spool_directory = $folder/spool
log_file_path = $folder/logs/%s
deliver_drop_privilege
acl_smtp_rcpt = check
host_lookup =
rfc1413_query_timeout = 0s
keep_environment =
begin acl
check:
  require verify = recipient
  accept
begin routers
own:
  driver = redirect
  domains = gone.example
  allow_fail
  data = :fail: No such user here
sink:
  driver = manualroute
  route_list = * 127.0.0.1
  self = send
  transport = sink
begin transports
sink:
  driver = smtp
  port = $sink
  hosts_avoid_tls = *
begin retry
* * F,2h,15m
CONFIG
  # The daemon of Debian looks into its queue each half an hour.
  exec "$root/usr/sbin/exim4" -C "$folder/exim.conf" -bdf -q30m
  ;;
opensmtpd)
  mount -t tmpfs tmpfs /var/spool
  mount -t tmpfs tmpfs /run
  mount -t tmpfs tmpfs /var/lib
  mkdir -p /var/lib/opensmtpd/empty /var/spool/smtpd
  chmod 711 /var/spool/smtpd
  for queue in corrupt incoming queue temporary; do install -d -o opensmtpq -m 700 /var/spool/smtpd/$queue; done
  install -d -o opensmtpq -m 700 /var/spool/smtpd/purge
  install -d -o root -g opensmtpq -m 770 /var/spool/smtpd/offline
  cat >"$folder/smtpd.conf" <<CONFIG
listen on 127.0.0.1 port $port hostname relay.example
action "own" maildir
action "sink" relay host smtp://127.0.0.1:$sink
match from any for domain "gone.example" action "own"
match from any for any action "sink"
CONFIG
  exec "$root/usr/sbin/smtpd" -d -f "$folder/smtpd.conf"
  ;;
esac
