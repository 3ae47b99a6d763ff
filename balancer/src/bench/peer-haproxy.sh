#!/bin/sh
# HAProxy with the three back ends and $THREADS threads; $HAOPT is a further line of its defaults section.
cat > "$DIR/haproxy.cfg" <<X
global
    nbthread $THREADS
    maxconn 9900
    stats socket $DIR/stats
defaults
    mode tcp
    timeout connect 5s
    timeout client 1h
    timeout server 1h
    ${HAOPT:-}
listen lamps
    bind 127.0.0.1:$PORT backlog 65535
    balance roundrobin
    server a 127.0.0.1:$B1
    server b 127.0.0.1:$B2
    server c 127.0.0.1:$B3
X
exec haproxy -db -f "$DIR/haproxy.cfg"
