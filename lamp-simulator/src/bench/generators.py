#!/usr/bin/env python3
"""Compare what lampsim costs with what the C generator l4bench costs, against the same nginx in front of the same echo servers.

One operation is an exchange of 64 bytes, or with conn a connection with such an exchange. All run as closed loops, because
the C generator has no other; lampsim checks every byte of every answer and keeps four histograms while it does. CPU is the
generator's own, user and system, threads of the JVM included, and of lampsim only that of the measured part: its warm-up is
where its code is compiled.

The generators take turns of a moment: one runs while the others are stopped. Whatever else happens on the machine, or on the
host below it, then meets all of them, and their ratio stays when the figures themselves change twofold.
"""
import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(f'{HERE}/../../..')
sys.path.insert(0, f'{ROOT}/balancer/src/bench')

from bench import KIND_OF_MODE, Bench, pairs_of, peer  # noqa: E402

FIRST_PORT = 21001
TURN_S = 0.4
LAMPSIM_START_S = 3
SCENARIOS = {
    'rr': ['steady', '--protocol', 'tcp'],
    'conn': ['short-connections', '--protocol', 'tcp'],
    'urr': ['steady', '--protocol', 'udp'],
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--modes', default='rr', help='of rr, conn and urr, separated by commas')
    parser.add_argument('--use', default='io_uring,epoll', help='event methods of lampsim to measure, separated by commas')
    parser.add_argument('--lamps', type=int, default=64)
    parser.add_argument('--secs', type=int, default=60, help='length of the measured part, in which all take their turns')
    parser.add_argument('--warm', type=int, default=8, help='warm-up of each lampsim before it')
    parser.add_argument('--lampsim', default=f'{ROOT}/lamp-simulator/target/lamplighter/bin/lampsim')
    return parser.parse_args()


class Lampsim:
    """A lampsim of one event method, stopped once it is warm."""

    def __init__(self, mode, port, method, options, behind_s):
        """behind_s is how much longer than the turns its measured part must last."""
        self._warm = options.warm
        self._directory = tempfile.TemporaryDirectory(prefix='lampsim-')
        command = [options.lampsim, 'run', *SCENARIOS[mode], '--use', method, '--target', f'127.0.0.1:{port}',
                   '--lamps', str(options.lamps), '--echo', '--rate', 'max', '--duration', f'{options.secs + behind_s}s',
                   '--set', f'warmup={options.warm}s', '--set', 'arrive=100ms', '--set', f'timeout={options.secs}s',
                   '--out', self._directory.name]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        time.sleep(options.warm + LAMPSIM_START_S)
        self.stop()

    def stop(self):
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self):
        self._process.send_signal(signal.SIGCONT)

    def end(self, began, ended):
        """Waits for the end of its run; operations and microseconds of CPU for each, of the intervals between these times."""
        self.go_on()
        if self._process.wait() != 0:
            raise SystemExit('lampsim failed')
        with open(f'{self._directory.name}/summary.json') as file:
            summary = json.load(file)
        with open(f'{self._directory.name}/run.hlog') as file:
            measured_from = float(re.search(r'StartTime: ([0-9.]+)', file.read()).group(1)) + self._warm
        self._directory.cleanup()
        inside = [second for second in summary['seconds']
                  if measured_from + second['from'] >= began and measured_from + second['to'] <= ended]
        done = round(sum(second['answered_per_second'] * (second['to'] - second['from']) for second in inside))
        return done, sum(second['cpu_ms'] for second in inside) * 1e3 / done, summary['errors']


class CGenerator:
    def __init__(self, bench, mode, port, options):
        self._process = bench.start_load(mode, port, options.lamps, options.secs, 64)
        self.stop()

    def stop(self):
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self):
        self._process.send_signal(signal.SIGCONT)

    def end(self, *_):
        self.go_on()
        pairs = pairs_of(self._process.stdout.readline())
        _, status, usage = os.wait4(self._process.pid, 0)
        self._process.returncode = status
        done = int(pairs['done'])
        return done, (usage.ru_utime + usage.ru_stime) * 1e6 / done, int(pairs['errs'])


def take_turns(generators, secs):
    """Lets each run as often as the others, each time another one first; returns when that began and ended."""
    began = time.time()
    order = list(generators)
    while time.time() + len(order) * TURN_S < began + secs:
        for generator in order:
            generator.go_on()
            time.sleep(TURN_S)
            generator.stop()
        order = order[1:] + order[:1]
    ended = time.time()
    time.sleep(began + secs - ended)
    return began, ended


def compare(bench, mode, port, options):
    methods = options.use.split(',')
    generators = {}
    for left, method in zip(range(len(methods), 0, -1), methods):
        generators[method] = Lampsim(mode, port, method, options, left * (options.warm + LAMPSIM_START_S))
    generators['C'] = CGenerator(bench, mode, port, options)
    turns = take_turns(generators.values(), options.secs)
    figures = {name: generators[name].end(*turns) for name in ['C', *methods]}
    for name, (done, cpu_us, errors) in figures.items():
        print(f'{mode:4} {name:9} {done:10} {cpu_us:10.2f} {cpu_us / figures["C"][1]:6.2f} {errors:7}', flush=True)


def main():
    options = arguments()
    print('mode generator operations  cpu_us/op  ratio  errors')
    with Bench() as bench:
        bench.start_back_ends()
        for port, mode in enumerate(options.modes.split(','), FIRST_PORT):
            bench.start_proxy('nginx', peer('peer-nginx.sh'), KIND_OF_MODE[mode], port, 1)
            compare(bench, mode, port, options)


if __name__ == '__main__':
    main()
