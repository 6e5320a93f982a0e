"""load.py: sends many requests to detm serve over several connections; prints times and memory.

Usage: load.py DETM PAGE [REQUESTS [CONNECTIONS [CALL]]]"""
import os
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Server


def send(server, path, page, count, times, wrong):
    connection = server.connect()
    for _ in range(count):
        started = time.perf_counter()
        connection.request("POST", path, page, {"Content-Type": "text/html", "Accept": "application/x-ndjson"})
        answer = connection.getresponse()
        answer.read()
        times.append(time.perf_counter() - started)
        if answer.status != 200:
            wrong.append(answer.status)
    connection.close()


def main():
    detm, name, *rest = sys.argv[1:]
    requests, connections = (int(rest[0]) if rest else 10000), (int(rest[1]) if len(rest) > 1 else 16)
    path = "/v1/" + (rest[2] if len(rest) > 2 else "extract")
    with open(name, "rb") as file:
        page = file.read()
    times, wrong, memory = [], [], []
    with Server(os.path.abspath(detm)) as server:
        memory.append(server.memory())
        threads = [threading.Thread(target=send, args=(server, path, page, requests // connections, times, wrong))
                   for _ in range(connections)]
        started = time.monotonic()
        for thread in threads:
            thread.start()
        step = max(requests // 10, 1)
        while any(thread.is_alive() for thread in threads):
            time.sleep(0.02)
            if len(times) >= step * len(memory):
                memory.append(server.memory())
        seconds = time.monotonic() - started
        memory.append(server.memory())
        status, messages = server.stop()
    times.sort()
    print(f"{len(times)} requests over {connections} connections in {seconds:.1f} s: {len(times) / seconds:.0f} a second")
    print("latency in ms: " + ", ".join(f"{share:g} % {1000 * times[min(int(len(times) * share / 100), len(times) - 1)]:.1f}"
                                        for share in (50, 90, 99, 99.9, 100)))
    print("resident memory in MiB, at the start, after each tenth and at the end: " + " ".join(f"{kib / 1024:.1f}" for kib in memory))
    print(f"answers other than 200: {len(wrong)}; exit status {status} {messages}")
    return bool(wrong) or status != 0


if __name__ == "__main__":
    sys.exit(main())
