// Tells Beside who is signed in at your site, as a route of Next.js: save it as app/beside/token/route.ts.
// Run it: BESIDE_IDENTIFY_SECRET=idsec_… PORT=4011 npx next dev
import { createHmac } from "node:crypto";

type User = { id: string; name: string; email: string };

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A JWT (HS256) for an hour; at most 24. sub is your own id of the person, as in the API; name, email and phone may be left out. */
function besideToken({ id, name, email }: User, secret: string): string {
  const claims = { sub: id, name, email, exp: Math.floor(Date.now() / 1000) + 3600 };
  const signed = `${encoded({ alg: "HS256", typ: "JWT" })}.${encoded(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

// Take the person from your own session, never from what the browser sends.
const signedInUser = (_request: Request): User | null => ({ id: "user_8841", name: "Ada Okafor", email: "ada@example.com" });

export async function GET(request: Request): Promise<Response> {
  const secret = process.env["BESIDE_IDENTIFY_SECRET"];
  if (!secret) return Response.json({ message: "BESIDE_IDENTIFY_SECRET is not set." }, { status: 500 });
  const user = signedInUser(request);
  return Response.json({ token: user ? besideToken(user, secret) : null }, { headers: { "Cache-Control": "no-store" } });
}
