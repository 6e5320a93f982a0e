"""client.py: starts detm serve, and sends requests to it, byte by byte where that matters."""
import http.client
import json
import os
import re
import signal
import socket
import subprocess


HANGS = 120  # seconds after which a server that does not answer is taken to hang


class Server:
    """A running server; its standard output and error are read at its end."""

    reports = []

    def __init__(self, detm, *options, **environment):
        self.process = subprocess.Popen(
            [detm, "serve", "--port", "0", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**{name: value for name, value in os.environ.items() if name != "DETM_TOKEN"}, **environment})
        self.address = self.process.stdout.readline().strip()
        found = re.search(r":(\d+)/$", self.address)
        self.port = int(found.group(1)) if found else None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.note_reports(self.process.communicate()[1])

    def note_reports(self, messages):
        """Keeps the reports of sanitizers of all servers."""
        self.reports.extend(line for line in (messages or "").splitlines() if "Sanitizer:" in line or "runtime error:" in line)

    def connect(self, timeout=HANGS):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def socket(self, timeout=HANGS):
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    def request(self, method, path, body=None, **headers):
        """The status, the headers and the body of an answer."""
        connection = self.connect()
        try:
            connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def post(self, path, body, **headers):
        """Posts an object."""
        status, _, text = self.request("POST", path, json.dumps(body), Content_Type="application/json", **headers)
        return status, json.loads(text)

    def post_text(self, text, path="/v1/extract"):
        """Posts bytes as JSON."""
        status, _, answer = self.request("POST", path, text, Content_Type="application/json")
        return status, json.loads(answer)

    def page(self, path, body, **headers):
        """Posts the bytes of a page."""
        return self.request("POST", path, body, Content_Type="text/html", **headers)

    def listens(self):
        """Whether it accepts connections."""
        try:
            self.socket().close()
            return True
        except OSError:
            return False

    def half(self, path="/v1/extract"):
        """A connection that sends the headers of a request, and not its body of 9 bytes."""
        connection = self.socket()
        connection.sendall(b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\n" % path.encode())
        return connection

    def in_flight(self):
        """How many requests the server reads or answers."""
        return int(re.search(rb"^detm_requests_in_flight (\d+)$", self.request("GET", "/metrics")[2], re.M).group(1))

    def stop(self, number=signal.SIGTERM):
        """Ends the server; its exit status and its messages."""
        self.process.send_signal(number)
        _, messages = self.process.communicate(timeout=HANGS)
        self.note_reports(messages)
        return self.process.returncode, messages

    def sanitized(self):
        """Whether a sanitizer keeps freed memory, so that figures of memory say nothing."""
        with open(f"/proc/{self.process.pid}/maps") as maps, open(f"/proc/{self.process.pid}/exe", "rb") as program:
            code = program.read()
            return "san.so" in maps.read() or b"__tsan_init" in code or b"__asan_init" in code

    def memory(self, peak=False):
        """The resident memory in KiB, now or at its peak."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmHWM:\s+(\d+)" if peak else r"VmRSS:\s+(\d+)", status.read()).group(1))


def receive(connection):
    """All bytes until the server closes; fails after the timeout of the connection."""
    parts = []
    try:
        while part := connection.recv(65536):
            parts.append(part)
    except ConnectionError:
        pass
    return b"".join(parts)
