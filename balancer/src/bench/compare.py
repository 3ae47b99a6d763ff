#!/usr/bin/env python3
"""Measure layer-4 proxies side by side: same back ends, same load, in turn, several rounds.

Without NAME=COMMAND it compares the back end alone, nginx, HAProxy and the Lamplighter this checkout built. A COMMAND is
run by a shell with $PORT (listen), $B1 $B2 $B3 (back-end ports), $THREADS, $KIND (tcp, sink or udp) and $DIR (a directory
for its files); it must serve in the foreground. An empty COMMAND measures the back end without a proxy.

Prints, per mode and proxy, medians over the rounds: operations/s (MB/s for bulk), the proxy's CPU microseconds per
operation (per MB for bulk), the whole machine's (load generator, back end and kernel threads included), latency, errors
and resident memory. CPU per operation is the figure to trust on a noisy machine, and only ratios within one run count.
"""
import argparse
import statistics

from bench import BACK_ENDS, KIND_OF_MODE, Bench, cpu_seconds, default_proxies, machine_busy_seconds, named_commands, resident_mb

MODES = ('conn', 'rr', 'bulk', 'urr')
FIRST_PORT = 20001


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--modes', default='conn,rr,bulk', help='conn (connect, exchange, close), rr (exchanges), bulk, urr (UDP)')
    parser.add_argument('--secs', type=float, default=4, help='length of a measurement')
    parser.add_argument('--warm', type=float, default=3, help='length of the round before, which is not counted')
    parser.add_argument('--rounds', type=int, default=3)
    parser.add_argument('--conc', type=int, default=64, help='lamps at a time')
    parser.add_argument('--threads', type=int, default=1, help='threads or workers of a proxy')
    parser.add_argument('--size', type=int, default=64, help='bytes of an exchange')
    parser.add_argument('proxies', nargs='*', metavar='NAME=COMMAND')
    options = parser.parse_args()
    options.modes = options.modes.split(',')
    unknown = set(options.modes) - set(MODES)
    if unknown:
        parser.error(f'unknown mode {", ".join(sorted(unknown))}: expected {", ".join(MODES)}')
    return options


def proxies_for(mode, options):
    if options.proxies:
        return named_commands(options.proxies)
    return {'direct': ''} | default_proxies(udp=KIND_OF_MODE[mode] == 'udp')


def start_proxies(bench, options):
    """(name, kind) to (process or None, port)."""
    running = {}
    port = FIRST_PORT
    for mode in options.modes:
        kind = KIND_OF_MODE[mode]
        for name, command in proxies_for(mode, options).items():
            if (name, kind) in running:
                continue
            if not command:
                running[name, kind] = (None, BACK_ENDS[kind][0])
                continue
            running[name, kind] = (bench.start_proxy(name, command, kind, port, options.threads), port)
            port += 1
    return running


def measure(bench, mode, process, port, secs, options):
    cpu_before, busy_before = cpu_seconds(process.pid) if process else 0, machine_busy_seconds()
    size = [] if mode == 'bulk' else [options.size]
    result = bench.load(mode, port, options.conc, secs, *size)
    cpu, busy = (cpu_seconds(process.pid) if process else 0) - cpu_before, machine_busy_seconds() - busy_before
    operations = max(float(result['bytes']) / 1e6 if mode == 'bulk' else float(result['done']), 1)
    return {
        'rate': float(result['MBps' if mode == 'bulk' else 'rate']),
        'cpu_us/op': cpu / operations * 1e6,
        'all_us/op': busy / operations * 1e6,
        'p50us': float(result['p50us']),
        'p99us': float(result['p99us']),
        'p999us': float(result['p999us']),
        'errs': float(result['errs']),
        'MB': resident_mb(process.pid) if process else 0,
    }


def main():
    options = arguments()
    results = {}
    with Bench() as bench:
        bench.start_back_ends()
        running = start_proxies(bench, options)
        for mode in options.modes:
            for round_number in range(options.rounds + 1):
                for name in proxies_for(mode, options):
                    process, port = running[name, KIND_OF_MODE[mode]]
                    secs = options.secs if round_number else options.warm
                    figures = measure(bench, mode, process, port, secs, options)
                    if round_number:
                        results.setdefault((mode, name), []).append(figures)
    print_table(results)


def print_table(results):
    print(f'{"mode":5} {"proxy":16} {"rate":>9} {"cpu_us/op":>10} {"all_us/op":>10} '
          f'{"p50us":>8} {"p99us":>9} {"p999us":>9} {"errs":>6} {"MB":>7}')
    for (mode, name), rounds in results.items():
        median = {key: statistics.median(figures[key] for figures in rounds) for key in rounds[0]}
        print(f'{mode:5} {name:16} {median["rate"]:9.0f} {median["cpu_us/op"]:10.2f} {median["all_us/op"]:10.2f} '
              f'{median["p50us"]:8.0f} {median["p99us"]:9.0f} {median["p999us"]:9.0f} {median["errs"]:6.0f} {median["MB"]:7.1f}')


if __name__ == '__main__':
    main()
