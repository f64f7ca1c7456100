# A receiver for Beside's webhooks, with nothing but Python 3.
# Run it: BESIDE_WEBHOOK_SECRET=whsec_… PORT=4020 python3 receiver.py
import base64
import hashlib
import hmac
import json
import os
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("BESIDE_WEBHOOK_SECRET", "")
if not SECRET:
    raise SystemExit("Set BESIDE_WEBHOOK_SECRET to the secret of the endpoint.")
KEY = base64.b64decode(re.sub("^whsec_", "", SECRET))


def is_genuine(raw, webhook_id, timestamp, signatures):
    """Compares over the raw bytes, as Standard Webhooks describes it."""
    if not re.fullmatch("[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > 300:
        return False
    digest = hmac.new(KEY, f"{webhook_id}.{timestamp}.".encode() + raw, hashlib.sha256).digest()
    wanted = b"v1," + base64.b64encode(digest)
    # While the secret is rotated there are two signatures, and either is enough.
    return any(hmac.compare_digest(given.encode(), wanted) for given in signatures.split(" "))


# The same id may come twice. Keep the ids with your data instead, so that a restart forgets none.
seen = set()


def take(webhook):
    data = webhook["data"]
    print(webhook["type"], data.get("userId") or data.get("chatId") or "", flush=True)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        webhook_id = self.headers.get("webhook-id", "")
        timestamp = self.headers.get("webhook-timestamp", "")
        if is_genuine(raw, webhook_id, timestamp, self.headers.get("webhook-signature", "")):
            if webhook_id not in seen:
                take(json.loads(raw))
            seen.add(webhook_id)
            # Answer soon, and do what takes long afterwards: after 15 seconds the webhook is sent again.
            self.send_response(204)
        else:
            self.send_response(401)
        self.send_header("Content-Length", "0")
        self.end_headers()


ThreadingHTTPServer(("", int(os.environ.get("PORT", "4020"))), Receiver).serve_forever()
