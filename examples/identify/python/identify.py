# Tells Beside who is signed in at your site, with nothing but Python 3.
# Run it: BESIDE_IDENTIFY_SECRET=idsec_… PORT=4011 python3 identify.py
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("BESIDE_IDENTIFY_SECRET", "").encode()
if not SECRET:
    raise SystemExit("Set BESIDE_IDENTIFY_SECRET to the identify secret.")


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def beside_token(user):
    """A JWT (HS256) for an hour; at most 24. sub is your own id of the person, as in the API; name, email and phone may be left out."""
    claims = {"sub": user["id"], "name": user["name"], "email": user["email"], "exp": int(time.time()) + 3600}
    header = {"alg": "HS256", "typ": "JWT"}
    signed = encoded(json.dumps(header).encode()) + b"." + encoded(json.dumps(claims).encode())
    return (signed + b"." + encoded(hmac.new(SECRET, signed, hashlib.sha256).digest())).decode()


def signed_in_user(_request):
    """Take the person from your own session, never from what the browser sends."""
    return {"id": "user_8841", "name": "Ada Okafor", "email": "ada@example.com"}


class Token(BaseHTTPRequestHandler):
    def do_GET(self):
        user = signed_in_user(self)
        data = json.dumps({"token": beside_token(user) if user else None}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


ThreadingHTTPServer(("", int(os.environ.get("PORT", "4011"))), Token).serve_forever()
