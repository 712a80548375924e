"""Tests of a program in Python: the sandbox is a process, and the standard library is enough."""

import json
import subprocess
import unittest
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

served = subprocess.Popen(
    ["botscope", "serve", "--bots", "60"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
)
sandbox = json.loads(served.stdout.readline())


def send(path, method="GET", text=None):
    headers = {"Authorization": "Bearer " + sandbox["token"], "X-Workspace-Id": sandbox["workspaceId"]}
    data = None if text is None else text.encode()
    with urlopen(Request(sandbox["baseUrl"] + path, data, headers, method=method)) as response:
        return json.load(response)


def walk():
    page = send("/v1/admin/bots")
    yield from page["bots"]
    while token := page["meta"].get("nextToken"):
        page = send("/v1/admin/bots?nextToken=" + quote(token, safe=""))
        yield from page["bots"]


class Service(unittest.TestCase):
    def setUp(self):
        send("/__sandbox/reset", "POST")

    def test_all_pages_are_listed(self):
        self.assertEqual(len({bot["id"] for bot in walk()}), 44)
        paths = [each["path"] for each in send("/__sandbox/requests")["requests"]]
        self.assertEqual([path.split("=")[0] for path in paths], ["/v1/admin/bots"] + ["/v1/admin/bots?nextToken"] * 2)

    def test_an_outage_ends(self):
        send("/__sandbox/faults", "POST", "GET /v1/admin/bots 503 times=1")
        with self.assertRaises(HTTPError) as failed:
            send("/v1/admin/bots")
        self.assertEqual(failed.exception.code, 503)
        self.assertEqual(len(send("/v1/admin/bots")["bots"]), 20)

    def test_a_deleted_bot_is_gone(self):
        path = "/v1/admin/bots/" + sandbox["botId"]
        send(path, "DELETE")
        with self.assertRaises(HTTPError) as failed:
            send(path)
        self.assertEqual(json.load(failed.exception)["type"], "ResourceNotFound")


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    served.stdin.close()
    raise SystemExit(0 if result.wasSuccessful() and served.wait() == 0 else 1)
