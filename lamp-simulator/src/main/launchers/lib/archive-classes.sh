#!/bin/sh
# Makes an archive of the classes that the balancer loads, for the Java that would run it; with it a start takes two thirds
# of the time. It fits one build of Java and one place of this directory, and is passed over where it does not fit: so make
# it after the directory was put in its place, and again after Java was updated.
set -eu
program=archive-classes.sh
home=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
# shellcheck source=launch.sh
. "$home/lib/launch.sh"

find_java
require_new_enough_java
archive=$home/lib/lamplighter-$version.jsa
work=$(mktemp -d)
balancer=
trap '[ -z "$balancer" ] || kill "$balancer" 2>/dev/null || :; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# One that is there would be used instead of being made anew.
rm -f "$archive" || die "cannot write to $home/lib"
cp "$home/lib/archive-classes.conf" "$work/archive.conf"
LAMPLIGHTER_OPTS="${LAMPLIGHTER_OPTS-} -Xlog:disable -XX:ArchiveClassesAtExit=$work/archive" \
    "$home/bin/lamplighter" -p "$work" -c "$work/archive.conf" -e "$work/error.log" \
    -g "daemon off; pid $work/pid;" >"$work/output" 2>&1 &
balancer=$!

# Until some checks of health have been made; their lines show that TLS was spoken both ways.
tries=0
until [ -f "$work/access.log" ] && [ "$(wc -l <"$work/access.log")" -ge 3 ]; do
    tries=$((tries + 1))
    if [ "$tries" -gt 300 ] || ! kill -0 "$balancer" 2>/dev/null; then
        cat "$work/output" "$work/error.log" >&2 2>/dev/null || :
        die "the balancer did not start to make the archive"
    fi
    sleep 0.1
done
kill "$balancer"
wait "$balancer" || :
balancer=
[ -s "$work/archive" ] || die "$java made no archive"
mv "$work/archive" "$archive"
