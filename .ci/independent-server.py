"""Runs the demo against a server that shares no code with it, healthy and faulty: independent-server.py DEMO."""

import http.server
import json
import subprocess
import sys
import threading
import time

FAULTS = ["none", "500 then 200", "404", "truncated", "longer", "stalled", "not a picture", "absurd", "redirect"]
SCREENS = ["table", "grid", "updates"]


def picture(item, width=64, height=48):
    color = bytes([item * 37 % 256, item * 91 % 256, item * 53 % 256])
    return b"P6\n# id %d\n%d %d\n255\n" % (item, width, height) + color * (width * height)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, body, status=200, length=None, headers=()):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = length is not None

    def do_GET(self):
        server = self.server
        with server.lock:
            server.requests += 1
            server.hits[self.path] = server.hits.get(self.path, 0) + 1
            hit = server.hits[self.path]
        if self.path.startswith("/feed"):
            first = int(self.path.split("page=")[1]) * 30
            items = [
                {"id": item, "title": f"Item {item}", "url": f"pictures/{item}"}
                for item in range(first, min(180, first + 30))
            ]
            return self.answer(json.dumps(items).encode())
        item = int(self.path.rsplit("/", 1)[1])
        fault = FAULTS[item % len(FAULTS)] if server.is_faulty and "moved" not in self.path else "none"
        body = picture(item)
        time.sleep(server.latency)
        if fault == "500 then 200" and hit == 1:
            return self.answer(b"", 500)
        if fault == "404":
            return self.answer(b"", 404)
        if fault == "truncated":
            return self.answer(body[: len(body) // 2], length=len(body))
        if fault == "longer":
            return self.answer(body + b"more", length=len(body))
        if fault == "stalled":
            server.closing.wait(30)
            self.close_connection = True
            return None
        if fault == "not a picture":
            return self.answer(b"this is not a picture")
        if fault == "absurd":
            return self.answer(b"P6\n# id %d\n999999999 999999999\n255\n" % item)
        if fault == "redirect":
            return self.answer(b"", 302, headers=[("Location", f"/moved/{item}")])
        return self.answer(body)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, is_faulty=False, latency=0.0):
        super().__init__(("127.0.0.1", 0), Handler)
        self.is_faulty, self.latency = is_faulty, latency
        self.lock, self.hits, self.requests = threading.Lock(), {}, 0
        self.closing = threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        pass

    def end(self):
        self.closing.set()
        self.shutdown()
        self.server_close()


def run(demo, server, *arguments, kill_after=None, status=0):
    address = f"http://127.0.0.1:{server.server_address[1]}" if server else "http://127.0.0.1:1"
    if kill_after:
        threading.Timer(kill_after, server.end).start()
    done = subprocess.run(
        [demo, "--server", address, "--json", "-", *arguments], capture_output=True, text=True, timeout=150, check=False
    )
    if done.returncode != status:
        sys.exit(f"the demo ended with status {done.returncode}, expected {status}:\n{done.stderr}")
    if status == 2:
        lines = done.stderr.strip().splitlines()
        if len(lines) != 1:
            sys.exit(f"one clear line was expected:\n{done.stderr}")
        return None
    return json.loads(done.stdout)


def expect(condition, text, report):
    if not condition:
        sys.exit(f"{text}: {json.dumps(report)}")


def check(report, name):
    expect(report["wrongCell"] == 0, f"{name}: a wrong cell", report)
    expect(report["violations"] == 0, f"{name}: a list misused", report)
    expect(report["visible"] > 0, f"{name}: nothing visible", report)
    expect(report["visibleComplete"] + report["visibleFailed"] == report["visible"], f"{name}: incomplete", report)
    asked = report["fetchesStarted"] + report["avatarsStarted"] + report["feedPages"] + report["redirects"]
    expect(report["fetchesCompleted"] <= report["httpRequests"] <= asked, f"{name}: requests", report)
    summary = {key: report[key] for key in ("visible", "visibleComplete", "visibleFailed", "retries", "redirects")}
    print(f"{name}: {summary}")


def main():
    demo = sys.argv[1]
    healthy = Server()
    for screen in SCREENS:
        report = run(demo, healthy, "--speed", "0", "--screen", screen)
        check(report, f"healthy {screen}")
        expect(report["visibleComplete"] == report["visible"], f"healthy {screen}: failures", report)
    healthy.end()

    for screen in SCREENS:
        faulty = Server(is_faulty=True)
        report = run(demo, faulty, "--speed", "0", "--screen", screen)
        check(report, f"faulty {screen}")
        well = report["retries"] == 0 or report["redirects"] == 0 or report["failed"] == 0
        expect(not well, f"faulty {screen}: too well", report)
        faulty.end()

    slow = Server(latency=0.05)
    report = run(demo, slow, kill_after=2.0)
    check(report, "killed half-way")
    expect(report["visibleFailed"] > 0, "killed half-way: no failure", report)

    run(demo, None, status=2)
    print("unreachable: one line, status 2")


main()
