import { createHmac, hkdfSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FrameView } from "@/lib/desk/helpdesks/contract";
import { expect } from "./expect";
import { type Reply, type Session, send, type Team } from "./fixtures";

type Query = Record<string, string>;

/** A call of a frame with its token. */
export const frameCall = (team: Team, token: string, method: string, path: string, body?: object): Promise<Reply> =>
  send(`${team.url}/api/embed/${team.workspace}${path}`, { method, headers: { authorization: `Bearer ${token}` }, body });

export const readFrame = (team: Team, token: string, query: Query = {}): Promise<Reply> =>
  frameCall(team, token, "GET", `/panel?${new URLSearchParams(query)}`);

export async function viewOf(team: Team, token: string, query: Query = {}): Promise<FrameView> {
  const reply = await readFrame(team, token, query);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as unknown as FrameView;
}

/** A backend's token for one person. */
export async function embedToken(team: Team, body: object): Promise<{ token: string; url: string; expiresAt: string }> {
  const reply = await team.api("POST", "/embed-tokens", { body });
  expect(reply.status, reply.text).toBe(201);
  return reply.body as { token: string; url: string; expiresAt: string };
}

/** Lets pages of these origins show the panel. */
export async function allowFrames(session: Session, allowedOrigins: string[]): Promise<void> {
  const reply = await session.call("PUT", "/helpdesks", { embed: { allowedOrigins, isOn: true } });
  expect(reply.status, reply.text).toBe(200);
}

export async function codeFor(session: Session, origin: string): Promise<string> {
  const reply = await session.call("POST", "/embed-codes", { origin });
  expect(reply.status, reply.text).toBe(201);
  return String(reply.body["code"]);
}

/** Exchanges a code, as our own page in the frame does. */
export const redeem = (team: Team, body: { code: string; origin: string }, headers: Record<string, string> = {}): Promise<Reply> =>
  send(`${team.url}/api/embed/${team.workspace}/sign-in`, { method: "POST", headers: { origin: team.url, ...headers }, body });

/** An agent's token in a frame on this site. */
export async function bearerFor(team: Team, session: Session, origin: string): Promise<string> {
  const reply = await redeem(team, { code: await codeFor(session, origin), origin });
  expect(reply.status, reply.text).toBe(200);
  return String(reply.body["token"]);
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token made outside of the product, from its secret: to try claims that it would not sign. */
export function tokenWith(secret: string, purpose: string, claims: object, header: object = { alg: "HS256", typ: "JWT" }): string {
  const key = Buffer.from(hkdfSync("sha256", secret, "", `beside embed ${purpose}`, 32));
  const signed = `${encoded(header)}.${encoded(claims)}`;
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
}

/** The claims of a token. */
export const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;

export type Host = { origin: string; close: () => void };

/**
 * A page of a customer's own tool, on another site: its name is localhost and Beside's is 127.0.0.1, so browsers count them as two
 * sites, and send no session cookie into a frame.
 */
export async function servePage(html: () => string, headers: Record<string, string> = {}): Promise<Host> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(html());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A page that is isolated from other origins, as one needs for SharedArrayBuffer. */
export const isolated = { "cross-origin-embedder-policy": "require-corp", "cross-origin-opener-policy": "same-origin" };

/** A page that shows an address in a frame, with a script and headers of its own. */
export const startHost = (frame: () => string, script = "", headers: Record<string, string> = {}): Promise<Host> =>
  servePage(
    () =>
      `<!doctype html><title>Helpdesk</title><h1>Helpdesk</h1>
      <iframe title="Beside" width="420" height="900" src="${frame().replaceAll("&", "&amp;")}"></iframe>
      <script>${script}</script>`,
    headers,
  );
