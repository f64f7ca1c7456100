// Tells Beside who is signed in at your site, with nothing but Node.
// Run it: BESIDE_IDENTIFY_SECRET=idsec_… PORT=4011 node identify.mjs
import { createHmac } from "node:crypto";
import { createServer } from "node:http";

const secret = process.env.BESIDE_IDENTIFY_SECRET;
if (!secret) throw new Error("Set BESIDE_IDENTIFY_SECRET to the identify secret.");

const encoded = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A JWT (HS256) for an hour; at most 24. sub is your own id of the person, as in the API; name, email and phone may be left out. */
function besideToken({ id, name, email }) {
  const claims = { sub: id, name, email, exp: Math.floor(Date.now() / 1000) + 3600 };
  const signed = `${encoded({ alg: "HS256", typ: "JWT" })}.${encoded(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

// Take the person from your own session, never from what the browser sends.
const signedInUser = (_request) => ({ id: "user_8841", name: "Ada Okafor", email: "ada@example.com" });

createServer((request, response) => {
  const user = signedInUser(request);
  response.writeHead(200, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify({ token: user ? besideToken(user) : null }));
}).listen(process.env.PORT ?? 4011);
