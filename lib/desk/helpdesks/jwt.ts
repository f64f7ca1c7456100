import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { currentTime } from "@/lib/platform/db/clock";
import { env } from "@/lib/platform/env";

/**
 * What a token is for. Each purpose has a key of its own, derived from NEXTAUTH_SECRET, so a token can never pass for one of another
 * purpose, nor for a session.
 */
type Purpose = "contact" | "agent" | "renewal";

const keyOf = (purpose: Purpose): Buffer => Buffer.from(hkdfSync("sha256", env().NEXTAUTH_SECRET, "", `beside embed ${purpose}`, 32));

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The only header that is accepted, as text: no other algorithm can be named. */
const head = encoded({ alg: "HS256", typ: "JWT" });
const maxLength = 2_000;

const signatureOf = (purpose: Purpose, signed: string): Buffer => createHmac("sha256", keyOf(purpose)).update(signed).digest();

/** A JWT (HS256). Times are whole seconds, as in every JWT. */
export function sign(purpose: Purpose, claims: object, { seconds }: { seconds: number }): { token: string; expiresAt: Date } {
  const issuedAt = Math.floor(currentTime().getTime() / 1000);
  const expiresAt = issuedAt + seconds;
  const signed = `${head}.${encoded({ ...claims, purpose, iat: issuedAt, exp: expiresAt })}`;
  return { token: `${signed}.${signatureOf(purpose, signed).toString("base64url")}`, expiresAt: new Date(expiresAt * 1000) };
}

const Timed = z.object({ purpose: z.string(), exp: z.number() });

/** The claims of a token; undefined when it is forged, expired, or for another purpose. */
export function verify<S extends z.ZodType>(purpose: Purpose, token: string, claims: S): (z.output<S> & { expiresAt: Date }) | undefined {
  const [header, payload, signature, ...rest] = token.length <= maxLength ? token.split(".") : [];
  if (header !== head || !payload || !signature || rest.length > 0) return undefined;
  const given = Buffer.from(signature, "base64url");
  const right = signatureOf(purpose, `${header}.${payload}`);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const parsed = z.intersection(Timed, claims).safeParse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  if (!parsed.success || parsed.data.purpose !== purpose || parsed.data.exp * 1000 <= currentTime().getTime()) return undefined;
  return { ...parsed.data, expiresAt: new Date(parsed.data.exp * 1000) };
}
