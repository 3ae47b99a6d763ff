#!/bin/sh
# nginx's stream module with the three back ends and $THREADS workers; $NGOPT is a further line of its server block.
if [ "$KIND" = udp ]; then
    listen="$PORT udp reuseport"
else
    listen="$PORT reuseport backlog=65535"
fi
cat > "$DIR/nginx.conf" <<X
load_module ${NGINX_STREAM:-/usr/lib/nginx/modules/ngx_stream_module.so};
daemon off;
worker_processes $THREADS;
pid $DIR/nginx.pid;
error_log $DIR/error.log error;
events { worker_connections 19000; multi_accept on; }
stream {
    access_log off;
    upstream lamps { server 127.0.0.1:$B1; server 127.0.0.1:$B2; server 127.0.0.1:$B3; }
    server { listen $listen; proxy_pass lamps; tcp_nodelay on; proxy_timeout 1h; ${NGOPT:-} }
}
X
exec nginx -p "$DIR" -c "$DIR/nginx.conf" -e "$DIR/error.log"
