"""What the measuring tools share: the load generator, proxies as processes, and what they cost."""
import contextlib
import os
import signal
import socket
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TICKS_PER_SECOND = os.sysconf('SC_CLK_TCK')
TCP_ECHO_PORTS = (19001, 19002, 19003)
TCP_SINK_PORTS = (19011, 19012, 19013)
UDP_ECHO_PORT = 19021
START_TIMEOUT_S = 20
KIND_OF_MODE = {'conn': 'tcp', 'rr': 'tcp', 'hold': 'tcp', 'bulk': 'sink', 'urr': 'udp'}
BACK_ENDS = {'tcp': TCP_ECHO_PORTS, 'sink': TCP_SINK_PORTS, 'udp': (UDP_ECHO_PORT,) * 3}


def peer(script):
    return f"'{HERE}/{script}'"


def default_proxies(udp=False):
    """Lamplighter beside the proxies it is compared with; HAProxy has no UDP."""
    peers = {'nginx': 'peer-nginx.sh'} if udp else {'nginx': 'peer-nginx.sh', 'haproxy': 'peer-haproxy.sh'}
    return {name: peer(script) for name, script in (peers | {'lamplighter': 'ours.sh'}).items()}


def named_commands(specs):
    """NAME=COMMAND arguments as a dictionary in the order given."""
    commands = {}
    for spec in specs:
        name, separator, command = spec.partition('=')
        if not separator or name in commands:
            raise SystemExit(f'{spec!r}: expected NAME=COMMAND, each name once')
        commands[name] = command
    return commands


def process_tree(pid):
    children = {}
    for entry in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open(f'/proc/{entry}/stat') as stat:
                parent = int(stat.read().rpartition(')')[2].split()[1])
        except OSError:  # ended meanwhile
            continue
        children.setdefault(parent, []).append(int(entry))
    found, todo = [], [pid]
    while todo:
        found.append(todo.pop())
        todo += children.get(found[-1], [])
    return found


def cpu_seconds(pid):
    """CPU time of a process, its threads and its children, from schedstat: precise to the nanosecond."""
    total = 0
    for process in process_tree(pid):
        with contextlib.suppress(OSError):
            for thread in os.listdir(f'/proc/{process}/task'):
                with open(f'/proc/{process}/task/{thread}/schedstat') as schedstat:
                    total += int(schedstat.read().split()[0])
    return total / 1e9


def machine_busy_seconds():
    """Busy CPU time of the whole machine: a proxy also costs kernel threads and soft interrupts."""
    with open('/proc/stat') as stat:
        user, nice, system, idle, iowait, irq, softirq, steal = map(int, stat.readline().split()[1:9])
    return (user + nice + system + irq + softirq + steal) / TICKS_PER_SECOND


def resident_mb(pid):
    """Proportional set size in MiB, so that pages shared between workers count once."""
    kib = 0
    for process in process_tree(pid):
        with contextlib.suppress(OSError):
            with open(f'/proc/{process}/smaps_rollup') as rollup:
                kib += sum(int(line.split()[1]) for line in rollup if line.startswith('Pss:'))
    return kib / 1024


class Bench:
    """The load generator, its back ends and the proxies under test; leaving it ends them all and removes their files."""

    def __enter__(self):
        self._files = tempfile.TemporaryDirectory(prefix='l4bench')
        self._processes = []
        self.generator = os.path.join(self._files.name, 'l4bench')
        subprocess.check_call(['gcc', '-O2', '-w', '-o', self.generator, f'{HERE}/l4bench.c'])
        return self

    def __exit__(self, *_):
        for signal_number in (signal.SIGTERM, signal.SIGKILL):
            for process in self._processes:
                with contextlib.suppress(OSError):
                    os.killpg(process.pid, signal_number)
            time.sleep(0.5)
        for process in self._processes:
            process.wait()
        self._files.cleanup()

    def start_back_ends(self):
        roles = {'echo': TCP_ECHO_PORTS, 'sink': TCP_SINK_PORTS, 'uecho': (UDP_ECHO_PORT,)}
        started = {role: self._start([self.generator, role, *map(str, ports)]) for role, ports in roles.items()}
        time.sleep(0.3)
        for role, process in started.items():
            # Going on would measure whatever else listens there.
            if process.poll() is not None:
                raise SystemExit(f'the {role} back end ended: are all of the ports {roles[role]} free?')

    def start_proxy(self, name, command, kind, port, threads):
        """Runs COMMAND by a shell with $PORT, $B1 $B2 $B3, $THREADS, $KIND and a directory $DIR of its own; waits until it listens."""
        directory = tempfile.mkdtemp(prefix=f'{name}-{kind}-', dir=self._files.name)
        b1, b2, b3 = map(str, BACK_ENDS[kind])
        environment = dict(os.environ, PORT=str(port), B1=b1, B2=b2, B3=b3, THREADS=str(threads), KIND=kind, DIR=directory)
        errors = os.path.join(directory, 'stderr')
        with open(errors, 'w') as stderr:
            process = self._start(['sh', '-c', command], env=environment, stderr=stderr)
        self._wait_until_listening(name, process, kind, port, errors)
        return process

    def load(self, mode, port, *arguments):
        """Runs the load generator to its end and returns its key=value pairs."""
        output = subprocess.check_output([self.generator, mode, '127.0.0.1', str(port), *map(str, arguments)], text=True)
        return dict(pair.split('=') for pair in output.split())

    def start_load(self, mode, port, *arguments):
        return self._start([self.generator, mode, '127.0.0.1', str(port), *map(str, arguments)], stdout=subprocess.PIPE, text=True)

    def _start(self, arguments, **options):
        process = subprocess.Popen(arguments, start_new_session=True, **({'stdout': subprocess.DEVNULL} | options))
        self._processes.append(process)
        return process

    def _wait_until_listening(self, name, process, kind, port, errors):
        end = time.monotonic() + START_TIMEOUT_S
        while time.monotonic() < end and process.poll() is None:
            if answers_udp(port) if kind == 'udp' else accepts_tcp(port):
                return
            time.sleep(0.05)
        with open(errors) as stderr:
            reason = stderr.read().strip()
        for log in filter(os.path.isfile, [os.path.join(os.path.dirname(errors), 'error.log')]):
            with open(log) as text:
                reason += '\n' + text.read().strip()
        raise SystemExit(f'{name} ({kind}) did not listen on port {port}:\n{reason}')


def accepts_tcp(port):
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(('127.0.0.1', port)) == 0


def answers_udp(port):
    with socket.socket(type=socket.SOCK_DGRAM) as probe:
        probe.settimeout(0.2)
        with contextlib.suppress(OSError):
            probe.connect(('127.0.0.1', port))
            probe.send(b'up?')
            return probe.recv(16) == b'up?'
    return False


def pairs_of(text):
    return dict(pair.split('=') for pair in text.split())
