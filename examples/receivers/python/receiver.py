# A receiver for Beside's action calls, with nothing but Python 3.
# Run it: BESIDE_SECRET=whsec_… PORT=4010 python3 receiver.py
import hashlib
import hmac
import json
import os
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("BESIDE_SECRET", "").encode()
if not SECRET:
    raise SystemExit("Set BESIDE_SECRET to the signing secret.")


def is_genuine(raw, timestamp, signatures):
    """Compares over the raw bytes: JSON that is parsed and serialized again may have other bytes."""
    if not re.fullmatch("[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > 300:
        return False
    digest = hmac.new(SECRET, timestamp.encode() + b"." + raw, hashlib.sha256).hexdigest()
    wanted = f"sha256={digest}".encode()
    # While the secret is rotated there are two signatures, and either is enough.
    return any(hmac.compare_digest(given.strip().encode(), wanted) for given in signatures.split(","))


# X-Service-Delivery identifies the press, and is the same when a call is sent again: store it with the work, and do the work once.
def act(call, delivery):
    # contact is None for a person that your server never sent: match on the phone then.
    customer_id = call["contact"]["externalId"] if call["contact"] else call["customer"]["phone"]
    action = call["action"]
    if action == "ping":
        return 200, {}
    # Your buttons
    if action == "retry_payment":
        # Retry payment: do the work here, and say what the agent should know.
        return 200, {"message": f"retry_payment arrived for {customer_id}."}
    # End of your buttons
    return 400, {"message": f"There is no action {action} here."}


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        timestamp = self.headers.get("X-Service-Timestamp", "")
        if is_genuine(raw, timestamp, self.headers.get("X-Service-Signature", "")):
            self.respond(*act(json.loads(raw), self.headers.get("X-Service-Delivery")))
        else:
            self.respond(401, {"message": "The signature or its age is not right."})

    def respond(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


ThreadingHTTPServer(("", int(os.environ.get("PORT", "4010"))), Receiver).serve_forever()
