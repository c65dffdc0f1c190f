# SPDX-License-Identifier: BSL-1.0
"""A browser without a window, spoken to by WebDriver: JSON over HTTP."""

import base64
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

QUIET = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync"]
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "End": "\ue010", "Home": "\ue011", "Left": "\ue012",
        "Up": "\ue013", "Right": "\ue014", "Down": "\ue015", "Space": " ",
        "PageUp": "\ue00e", "PageDown": "\ue00f", "f": "f", "t": "t"}


class Browser:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="heed-browser-")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.server = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{port}"
        # Addresses of this machine are not for a proxy.
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            self.wait_for_server()
            options = {"binary": shutil.which("chromium"), "args": QUIET + [f"--user-data-dir={self.folder}"]}
            wanted = {"browserName": "chrome", "goog:chromeOptions": options,
                      "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
            self.session = ""
            self.session = "/session/" + self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        except BaseException:
            self.stop_server()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("DELETE", "")
        finally:
            self.stop_server()

    def stop_server(self):
        self.server.terminate()
        self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def wait_for_server(self):
        for _ in range(200):
            try:
                self.opener.open(self.base + "/status", timeout=5).read()
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("chromedriver does not answer")

    def call(self, method, path, body=None):
        path = path if path.startswith("/session") and not getattr(self, "session", "") else self.session + path
        data = json.dumps(body if body is not None else {}).encode() if method == "POST" else None
        request = urllib.request.Request(self.base + path, method=method, data=data, headers={"Content-Type": "application/json"})
        try:
            with self.opener.open(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def open(self, path):
        self.call("POST", "/url", {"url": f"file://{path}"})

    def js(self, code, *arguments):
        return self.call("POST", "/execute/sync", {"script": code, "args": list(arguments)})

    def devtools(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def window(self, width, height, scheme="light"):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def press(self, *names):
        strokes = [{"type": kind, "value": KEYS[name]} for name in names for kind in ("keyDown", "keyUp")]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": strokes}]})

    def type(self, text, holding=""):
        """Key by key; \t and \n are Tab and Enter. Held meanwhile: "Control", "Shift+Control"."""
        held = [{"Control": "\ue009", "Shift": "\ue008"}[name] for name in holding.split("+") if name]
        keys = [{"\t": KEYS["Tab"], "\n": KEYS["Enter"]}.get(letter, letter) for letter in text]
        strokes = [{"type": "keyDown", "value": key} for key in held]
        strokes += [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        strokes += [{"type": "keyUp", "value": key} for key in held]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": strokes}]})

    def point_at(self, selector, click=False):
        """Moves the mouse to the middle of an element."""
        x, y = self.js("const e = document.querySelector(arguments[0]); e.scrollIntoView({block: 'center'});"
                       "const r = e.getBoundingClientRect(); return [r.left + Math.min(r.width / 2, 40), r.top + r.height / 2]", selector)
        moves = [{"type": "pointerMove", "x": int(x), "y": int(y), "duration": 0}]
        if click:
            moves += [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.call("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
                                                    "actions": moves}]})

    def log(self, kind):
        return self.call("POST", "/se/log", {"type": kind})

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.devtools("Page.captureScreenshot", format="png")["data"]))


def browser_or_skip():
    """A browser; where none starts, this says so and ends the program: what it would have tested is skipped."""
    try:
        return Browser()
    except RuntimeError as error:
        if not str(error).startswith("session not created"):
            raise
        print("skipped: no browser starts here:", " ".join(str(error).split()))
        sys.exit(0)
