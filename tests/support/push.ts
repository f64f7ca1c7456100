import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { assign, teamOf } from "./chat-work";
import { customer } from "./desk";
import type { Reply, Session, Team } from "./fixtures";
import type { Call, Receiver } from "./receiver";

/** How long a push takes at most. */
export const pushMs = 15_000;

/** An owner with a chat of their own. */
export async function ownChat(team: Team): Promise<{ session: Session; chatId: string }> {
  const session = await team.signIn();
  const { chatId } = await team.sendMessage(customer);
  const [olga] = await teamOf(session);
  await assign(session, chatId, olga?.id ?? "");
  await session.call("POST", `/chats/${chatId}/read`, { seq: 2 });
  return { session, chatId };
}

/** What a service worker gets. */
type Pushed = { title: string; body: string; tag: string; path: string };

type Browser = {
  endpoint: string;
  /** What the browser says of its subscription. */
  given: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** The path at the push service. */
  path: string;
  /** What the push service got for this browser. */
  calls: () => Call[];
  /** The same, as the browser decrypts it. */
  pushed: () => Pushed[];
  subscribe: (session: Session, more?: object) => Promise<Reply>;
};

/** RFC 8291, as a browser implements it: decrypts with its private key and the secret that it made. */
function decryptFor(keys: ReturnType<typeof createECDH>, auth: Buffer, body: Buffer): Pushed {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const encrypted = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync("sha256", keys.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: aes128gcm\0", 16));
  const nonce = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: nonce\0", 12));
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(encrypted.subarray(-16));
  const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as Pushed;
}

/** A browser with its push service, which is a real HTTP server on this machine. */
export function newBrowser(service: Receiver, path = `/push/${randomBytes(8).toString("hex")}`): Browser {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const auth = randomBytes(16);
  const endpoint = `${service.origin}${path}`;
  const given = { endpoint, keys: { p256dh: keys.getPublicKey().toString("base64url"), auth: auth.toString("base64url") } };
  const usual = { kinds: ["message", "problem", "mention"], showsText: true, locale: "en" };
  service.on(path, () => ({ status: 201 }));
  const calls = () => service.calls(path);
  return {
    endpoint,
    given,
    path,
    calls,
    pushed: () => calls().map(({ raw }) => decryptFor(keys, auth, raw)),
    subscribe: (session, more = {}) => session.call("PUT", "/push", { ...given, ...usual, ...more }),
  };
}

/** The claims of a call's VAPID signature (RFC 8292); throws when the key did not sign it. */
export function vapidClaims({ headers }: Call, publicKey: string): Record<string, unknown> {
  const [, token = "", key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(String(headers.authorization)) ?? [];
  if (key !== publicKey) throw new Error("The call names another key.");
  const [head, claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const jwk = { kty: "EC", crv: "P-256", x: point.subarray(1, 33).toString("base64url"), y: point.subarray(33).toString("base64url") };
  const verifier = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" as const };
  if (!verify("sha256", Buffer.from(`${head}.${claims}`), verifier, Buffer.from(signature, "base64url")))
    throw new Error("The signature is not one of the key.");
  return JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, unknown>;
}
