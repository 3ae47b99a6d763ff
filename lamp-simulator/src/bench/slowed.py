#!/usr/bin/env python3
"""See what a method does when a node slows down: the real balancer in front of three emulated nodes, of which one goes on at a
quarter of its speed.

Each method gets nodes of its own, with two, one and one core, each request a connection. Lamps ask for half of what the nodes can
do, before and after node b slows down. The table shows what lamps waited, where their sessions went, and the weights at the end.
"""
import argparse
import json
import os
import subprocess
import tempfile
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
NODES = {'a': 2, 'b': 1, 'c': 1}
LAMPS, REPORTS, API, FIRST_NODE = 31883, 37946, 38080, 31901
PORTS = {name: FIRST_NODE + i for i, name in enumerate(NODES)}
SERVICE_MS = 20
SLOW_TO = 0.25
START_SECS = 10  # within which nodes, balancer and lamps are there

CONFIGURATION = """
worker_processes 1;
pid {directory}/balancer.pid;
events {{ worker_connections 8192; }}
stream {{
    load_reports {{ listen 127.0.0.1:{reports}; unsigned on; }}
    upstream lamps {{
        {method}
{servers}
    }}
    server {{ listen 127.0.0.1:{lamps}; proxy_pass lamps; }}
    api {{ listen 127.0.0.1:{api}; }}
}}
"""


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--methods', default='least_conn,adaptive', help='as in the configuration, separated by commas')
    parser.add_argument('--secs', type=int, default=20, help='length of each of the two measured parts')
    parser.add_argument('--lamps', type=int, default=200)
    parser.add_argument('--home', default=f'{HERE}/../../target/lamplighter', help='the distribution')
    return parser.parse_args()


def configuration(method, directory):
    servers = ''.join(f'        server 127.0.0.1:{PORTS[name]} node={name};\n' for name in NODES)
    directive = '' if method == 'round_robin' else f'{method};'
    return CONFIGURATION.format(
        directory=directory, method=directive, servers=servers, lamps=LAMPS, reports=REPORTS, api=API)


def node(options, name, slow_after):
    command = [f'{options.home}/bin/lampsim', 'node', f'--name={name}', f'--listen=127.0.0.1:{PORTS[name]}',
               f'--cores={NODES[name]}', f'--service-time={SERVICE_MS}ms', '--discipline=ps', '--distribution=exponential',
               '--memory-gib=8', '--disk-gib=50', f'--report-to=127.0.0.1:{REPORTS}', '--no-lifeline']
    if name == 'b':
        command.append(f'--at={slow_after}s slow {SLOW_TO} for 1000s')
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def state():
    with urllib.request.urlopen(f'http://127.0.0.1:{API}/state') as answer:
        nodes = json.load(answer)['upstreams'][0]['nodes']
    return {name: (shown['sessions'], shown['weight']['value']) for name, shown in zip(NODES, nodes)}


def await_state():
    deadline = time.monotonic() + START_SECS
    while True:
        try:
            return state()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def part(options, title, directory):
    """One run of lamps, as a row of the table."""
    rate = sum(NODES.values()) * 1000 / SERVICE_MS / 2
    before = state()
    out = f'{directory}/{title}'
    subprocess.run([f'{options.home}/bin/lampsim', 'run', 'short-connections', f'--target=127.0.0.1:{LAMPS}',
                    f'--lamps={options.lamps}', f'--rate={rate}', f'--duration={options.secs}s', '--set', 'warmup=3s',
                    '--set', 'arrive=500ms', f'--out={out}'], stdout=subprocess.DEVNULL, check=True)
    after = state()
    with open(f'{out}/summary.json') as file:
        summary = json.load(file)
    exchange = summary['phases']['exchange']
    sessions = {name: after[name][0] - before[name][0] for name in NODES}
    shares = ''.join(f'{100 * sessions[name] / sum(sessions.values()):7.1f}' for name in NODES)
    weights = ''.join(f'{after[name][1]:6d}' for name in NODES)
    return (f'{exchange["mean_ms"]:8.1f} {exchange["p50_ms"]:8.1f} {exchange["p99_ms"]:8.1f} {summary["errors"]:7d} '
            f'{shares} {weights}')


def stop(processes):
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait()


def run(options, method):
    slow_after = START_SECS + options.secs
    with tempfile.TemporaryDirectory() as directory:
        path = f'{directory}/balancer.conf'
        with open(path, 'w') as file:
            file.write(configuration(method, directory))
        began = time.monotonic()
        processes = [node(options, name, slow_after) for name in NODES]
        try:
            with open(f'{directory}/log', 'w') as log:
                processes.append(subprocess.Popen(
                    [f'{options.home}/bin/lamplighter', '-p', directory, '-c', path, '-e', 'stderr', '-g', 'daemon off;'],
                    stderr=log))
            await_state()
            for title in ('before', 'after'):
                print(f'{method:15} {title:7}{part(options, title, directory)}', flush=True)
                time.sleep(max(0, began + slow_after - time.monotonic()))
        finally:
            stop(processes)


def main():
    options = arguments()
    print('method          b      mean ms   p50 ms   p99 ms  errors     a %    b %    c %  weights')
    for method in options.methods.split(','):
        run(options, method)


if __name__ == '__main__':
    main()
