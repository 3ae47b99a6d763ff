#!/usr/bin/env python3
"""Compare what lampsim costs with what the C generator l4bench costs, against the same nginx in front of the same echo servers.

One operation is an exchange of 64 bytes, or with conn a connection with such an exchange. Both run as closed loops, because
the C generator has no other; lampsim checks every byte of every answer and keeps four histograms while it does. CPU is the
generator's own, user and system, threads of the JVM included, and of lampsim only that of the measured part: its warm-up is
where its code is compiled.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(f'{HERE}/../../..')
sys.path.insert(0, f'{ROOT}/balancer/src/bench')

from bench import KIND_OF_MODE, Bench, pairs_of, peer  # noqa: E402

FIRST_PORT = 21001
SCENARIOS = {
    'rr': ['steady', '--protocol', 'tcp'],
    'conn': ['short-connections', '--protocol', 'tcp'],
    'urr': ['steady', '--protocol', 'udp'],
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--modes', default='rr', help='of rr, conn and urr, separated by commas')
    parser.add_argument('--lamps', type=int, default=64)
    parser.add_argument('--secs', type=int, default=4, help='length of a measured part')
    parser.add_argument('--warm', type=int, default=8, help='warm-up of lampsim before it')
    parser.add_argument('--rounds', type=int, default=3)
    parser.add_argument('--lampsim', default=f'{ROOT}/lamp-simulator/target/lamplighter/bin/lampsim')
    return parser.parse_args()


def c_generator(bench, mode, port, options):
    process = bench.start_load(mode, port, options.lamps, options.secs, 64)
    line = process.stdout.readline()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    pairs = pairs_of(line)
    done = int(pairs['done'])
    return {
        'rate': float(pairs['rate']),
        'cpu_us': (usage.ru_utime + usage.ru_stime) * 1e6 / done,
        'p50_us': float(pairs['p50us']),
        'p99_us': float(pairs['p99us']),
        'errors': int(pairs['errs']),
    }


def lampsim(mode, port, options):
    with tempfile.TemporaryDirectory() as directory:
        command = [options.lampsim, 'run', *SCENARIOS[mode], '--target', f'127.0.0.1:{port}', '--lamps', str(options.lamps),
                   '--echo', '--rate', 'max', '--duration', f'{options.secs}s', '--set', f'warmup={options.warm}s',
                   '--set', 'arrive=100ms', '--out', directory]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        with open(f'{directory}/summary.json') as file:
            summary = json.load(file)
    exchange = summary['phases']['exchange']
    return {
        'rate': summary['exchanges_per_second'],
        'cpu_us': summary['cpu_micros_per_exchange'],
        'p50_us': exchange['p50_ms'] * 1e3,
        'p99_us': exchange['p99_ms'] * 1e3,
        'errors': summary['errors'],
    }


def main():
    options = arguments()
    port = FIRST_PORT
    print('mode generator        rate  cpu_us/op    p50us    p99us  errors')
    with Bench() as bench:
        bench.start_back_ends()
        for mode in options.modes.split(','):
            bench.start_proxy('nginx', peer('peer-nginx.sh'), KIND_OF_MODE[mode], port, 1)
            found = {'C': [], 'lampsim': []}
            for _ in range(options.rounds):
                found['C'].append(c_generator(bench, mode, port, options))
                time.sleep(0.5)
                found['lampsim'].append(lampsim(mode, port, options))
            medians = {}
            for name, rounds in found.items():
                medians[name] = {key: statistics.median(each[key] for each in rounds) for key in rounds[0]}
                row = medians[name]
                print(f'{mode:4} {name:9} {row["rate"]:11.0f} {row["cpu_us"]:10.2f} {row["p50_us"]:8.0f} {row["p99_us"]:8.0f}'
                      f' {row["errors"]:7.0f}', flush=True)
            print(f'{mode:4} lampsim / C, CPU per operation: {medians["lampsim"]["cpu_us"] / medians["C"]["cpu_us"]:.2f}', flush=True)
            port += 1


if __name__ == '__main__':
    main()
