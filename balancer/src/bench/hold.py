#!/usr/bin/env python3
"""Measure the resident memory a proxy spends on one idle lamp.

Opens connections through each proxy in turn, exchanges one 64-byte message on each, holds them, and prints
(memory after - memory before) / connections in KiB, and how many connections were alive at the end. A JVM is asked for a
full collection before each reading, so that garbage is not counted. Proxies are given as in compare.py.
"""
import argparse
import contextlib
import shutil
import subprocess
import sys
import time

from bench import Bench, default_proxies, named_commands, pairs_of, process_tree, resident_mb

FIRST_PORT = 21001
WARM_UP_CONNECTIONS = 300


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--n', type=int, default=9000, help='connections; a proxy needs two descriptors for each')
    parser.add_argument('--secs', type=float, default=4, help='how long they are held')
    parser.add_argument('--threads', type=int, default=1, help='threads or workers of a proxy')
    parser.add_argument('proxies', nargs='*', metavar='NAME=COMMAND')
    return parser.parse_args()


def collect_garbage(pid):
    for process in process_tree(pid):
        with contextlib.suppress(OSError), open(f'/proc/{process}/comm') as comm:
            if comm.read().strip() == 'java':
                if not shutil.which('jcmd'):
                    sys.exit('a JVM among the proxies, and no jcmd on PATH to have it collect its garbage')
                subprocess.run(['jcmd', str(process), 'GC.run'], stdout=subprocess.DEVNULL, check=True)
    time.sleep(1)


def hold(bench, name, command, port, options):
    process = bench.start_proxy(name, command, 'tcp', port, options.threads)
    bench.start_load('hold', port, WARM_UP_CONNECTIONS, 0.2).communicate()
    time.sleep(1)
    collect_garbage(process.pid)
    before = resident_mb(process.pid)
    lamps = bench.start_load('hold', port, options.n, options.secs + 4)
    opened = pairs_of(lamps.stdout.readline())
    time.sleep(1)
    collect_garbage(process.pid)
    after = resident_mb(process.pid)
    ended = pairs_of(lamps.communicate()[0])
    print(f'{name:14} idle_MB={before:.1f} held_MB={after:.1f} KiB_per_connection={(after - before) * 1024 / options.n:.2f} '
          f'held={opened["held"]} errs={opened["errs"]} open_rate={opened["open_rate"]} alive={ended["alive"]}', flush=True)


def main():
    options = arguments()
    proxies = named_commands(options.proxies) if options.proxies else default_proxies()
    with Bench() as bench:
        bench.start_back_ends()
        for port, (name, command) in enumerate(proxies.items(), FIRST_PORT):
            hold(bench, name, command, port, options)


if __name__ == '__main__':
    main()
