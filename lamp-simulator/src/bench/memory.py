#!/usr/bin/env python3
"""Measure the resident memory that lampsim spends on one idle TCP lamp.

Holds N lamps on an echo server, and in a process of its own a few of them, each for the same time and with one exchange per
lamp; asks both JVMs for a full collection, and prints the difference of their memory divided by the difference of their lamps.
"""
import argparse
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(f'{HERE}/../../..')
sys.path.insert(0, f'{ROOT}/balancer/src/bench')

from bench import TCP_ECHO_PORTS, Bench, resident_mb  # noqa: E402

ARRIVAL_S = 10
FEW = 100


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--lamps', type=int, default=9500)
    parser.add_argument('--lampsim', default=f'{ROOT}/lamp-simulator/target/lamplighter/bin/lampsim')
    return parser.parse_args()


def sockets(pid):
    count = 0
    for descriptor in os.listdir(f'/proc/{pid}/fd'):
        try:
            count += os.readlink(f'/proc/{pid}/fd/{descriptor}').startswith('socket:')
        except OSError:  # closed meanwhile
            pass
    return count


def hold(lampsim, lamps):
    with tempfile.TemporaryDirectory() as directory:
        command = [lampsim, 'run', 'held', '--target', f'127.0.0.1:{TCP_ECHO_PORTS[0]}', '--lamps', str(lamps), '--echo',
                   '--set', f'warmup={ARRIVAL_S}s', '--set', 'interval=12s', '--set', 'speedup=1', '--duration', '12s',
                   '--out', directory]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        time.sleep(ARRIVAL_S + 10)
        held = sockets(process.pid)
        for _ in range(2):
            subprocess.run(['jcmd', str(process.pid), 'GC.run'], stdout=subprocess.DEVNULL, check=True)
        memory = resident_mb(process.pid)
        if process.wait() != 0:
            raise SystemExit(f'lampsim failed with {lamps} lamps')
        return held, memory


def main():
    options = arguments()
    with Bench() as bench:
        bench.start_back_ends()
        few, base = hold(options.lampsim, FEW)
        many, memory = hold(options.lampsim, options.lamps)
    print(f'lamps={FEW} sockets={few} MiB={base:.1f}')
    print(f'lamps={options.lamps} sockets={many} MiB={memory:.1f}')
    print(f'KiB per lamp: {(memory - base) * 1024 / (options.lamps - FEW):.2f}')


if __name__ == '__main__':
    main()
