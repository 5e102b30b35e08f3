#!/usr/bin/python3
"""OpenStack Swift with its S3 interface, all on this machine, from Debian packages that are installed or unpacked.

  deploy/swift-s3.py FOLDER PORT     with the bucket "nollie"; keys from the environment: S3_ACCESS_KEY_ID
                                     (ACCOUNT:USER) and S3_SECRET_ACCESS_KEY

The S3 interface uses PORT, and the servers behind it the next three ports. Stores one copy of each object in FOLDER,
whose file system must support extended attributes. Creates FOLDER/ready once the bucket exists. On TERM, ends with its
servers.
"""
import ctypes
import http.client
import os
import pwd
import signal
import socket
import sys
import time

from swift import __version__
from swift.common import storage_policy, utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import run_wsgi

if sys.argv[1:] == ["--version"]:
    print("OpenStack Swift", __version__)
    sys.exit()
FOLDER, PORT = os.path.abspath(sys.argv[1]), int(sys.argv[2])
KEY, SECRET = os.environ["S3_ACCESS_KEY_ID"], os.environ["S3_SECRET_ACCESS_KEY"]
BUCKET = "nollie"
PR_SET_PDEATHSIG = 1
# The servers behind the interface always listen on this machine only.
BIND = os.environ.get("S3_BIND", "127.0.0.1")
STORES = {"account": PORT + 1, "container": PORT + 2, "object": PORT + 3}
COMMON = f"""[DEFAULT]
user = {pwd.getpwuid(os.geteuid()).pw_name}
swift_dir = {FOLDER}
devices = {FOLDER}/devices
mount_check = false
log_level = WARNING
log_address = {FOLDER}/no-syslog
max_clients = 256
fallocate_reserve = 0
workers = 0
bind_port = """
STORE = """
[pipeline:main]
pipeline = {name}-server
[app:{name}-server]
use = egg:swift#{name}
# Listings must include objects that were just written, even on a busy machine.
container_update_timeout = 30
conn_timeout = 10
node_timeout = 60
"""
PROXY = f"""
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
conn_timeout = 10
node_timeout = 60
recoverable_node_timeout = 60
[filter:cache]
paste.filter_factory = swift_cache:filter_factory
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
dns_compliant_bucket_names = false
[filter:tempauth]
use = egg:swift#tempauth
user_{KEY.replace(":", "_")} = {SECRET} .admin
""" + "".join(
    f"[filter:{name}]\nuse = egg:swift#{name}\n"
    for name in ("catch_errors", "gatekeeper", "healthcheck", "listing_formats", "copy", "slo", "dlo")
)


class Cache:
    """Replaces memcached, which a Swift on several machines needs. Here a single process uses the cache."""

    def __init__(self):
        self.values = {}

    def get(self, key, raise_on_error=False):
        value, until = self.values.get(key, (None, 0))
        return value if until > time.time() else None

    def set(self, key, value, serialize=True, time=0, min_compress_len=0, raise_on_error=False):
        if len(self.values) > 10_000:
            self.values.clear()
        self.values[key] = (value, now() + (time or 60))

    def incr(self, key, delta=1, time=0):
        self.set(key, int(self.get(key) or 0) + delta, time=time)
        return self.get(key)

    def decr(self, key, delta=1, time=0):
        return self.incr(key, -delta, time)

    def delete(self, key, server_key=None):
        self.values.pop(key, None)


now = time.time


def cache_factory(_conf, **_local):
    cache = Cache()

    def around(app):
        def asked(env, start_response):
            env["swift.cache"] = cache
            return app(env, start_response)

        return asked

    return around


def write(name, text):
    with open(os.path.join(FOLDER, name), "w", encoding="utf8") as file:
        file.write(text)


def settings():
    os.makedirs(f"{FOLDER}/devices/disk", exist_ok=True)
    if os.path.exists(f"{FOLDER}/ready"):
        os.remove(f"{FOLDER}/ready")
    # This suffix determines where all objects are stored, so it must never change.
    if not os.path.exists(f"{FOLDER}/swift.conf"):
        write("swift.conf", f"[swift-hash]\nswift_hash_path_suffix = {os.urandom(12).hex()}\n")
    for name, port in STORES.items():
        write(f"{name}-server.conf", COMMON + f"{port}\nbind_ip = 127.0.0.1" + STORE.format(name=name))
        ring = RingBuilder(6, 1, 0)
        ring.add_dev({"region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "device": "disk", "weight": 1.0})
        ring.rebalance()
        ring.get_ring().save(f"{FOLDER}/{name}.ring.gz")
    write("proxy-server.conf", COMMON + f"{PORT}\nbind_ip = {BIND}" + PROXY)


def serve(name, parent):
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # Ends when its parent ends, for any reason.
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        return 1
    sys.modules["swift_cache"] = sys.modules["__main__"]
    sys.modules["__main__"].filter_factory = cache_factory
    return run_wsgi(f"{FOLDER}/{name}-server.conf", f"{name}-server", verbose=True)


def takes_connections(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
        return True
    except OSError:
        return False


def ask(method, path, headers):
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=10)
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    answer.read()
    return answer


def until(is_so):
    for _ in range(5_000):
        if is_so():
            return
        time.sleep(0.1)
    sys.exit("Swift did not start")


def make_bucket():
    user = ask("GET", "/auth/v1.0", {"X-Auth-User": KEY, "X-Auth-Key": SECRET})
    token = user.getheader("X-Auth-Token")
    if not token:
        return False
    path = user.getheader("X-Storage-Url").split("/", 3)[3]
    return ask("PUT", f"/{path}/{BUCKET}", {"X-Auth-Token": token, "Content-Length": "0"}).status < 300


def main():
    settings()
    utils.set_swift_dir(FOLDER)
    storage_policy.reload_storage_policies()
    children = []

    def start(name):
        parent = os.getpid()
        child = os.fork()
        if child == 0:
            os._exit(serve(name, parent) or 0)
        children.append(child)

    def end(*_):
        for child in children:
            os.kill(child, signal.SIGTERM)
        for child in children:
            try:
                os.waitpid(child, 0)
            except ChildProcessError:
                pass
        os._exit(0)

    signal.signal(signal.SIGTERM, end)
    for name in STORES:
        start(name)
    until(lambda: all(map(takes_connections, STORES.values())))
    start("proxy")
    until(lambda: takes_connections(PORT) and make_bucket())
    write("ready", "")
    # If one server ends, all of them end, and the program that started this one must restart it.
    os.wait()
    end()


if __name__ == "__main__":
    main()
