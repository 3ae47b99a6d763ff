#!/bin/sh
# Lamplighter with the three back ends and $THREADS event loops. $LL is its launcher, by default the one this checkout
# built; $LLEVENTS is a further line of its events block, as "use epoll;".
bench=$(dirname -- "$(readlink -f -- "$0")")
LL=${LL:-$bench/../../../lamp-simulator/target/lamplighter/bin/lamplighter}
udp=
[ "$KIND" = udp ] && udp=" udp"
cat > "$DIR/lamplighter.conf" <<X
worker_processes $THREADS;
pid $DIR/lamplighter.pid;
error_log $DIR/error.log error;
events { worker_connections 19000; ${LLEVENTS:-} }
stream {
    access_log off;
    upstream lamps { server 127.0.0.1:$B1; server 127.0.0.1:$B2; server 127.0.0.1:$B3; }
    server { listen $PORT$udp; proxy_pass lamps; tcp_nodelay on; proxy_timeout 1h; }
}
X
exec "$LL" -p "$DIR" -c "$DIR/lamplighter.conf" -e "$DIR/error.log" -g 'daemon off;'
