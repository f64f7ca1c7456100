import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { Email, Name } from "@/lib/kernel/contract";
import { errorMessage } from "@/lib/kernel/error-message";
import { AppError } from "@/lib/kernel/errors";
import { parseJson, problemIn } from "@/lib/kernel/json";
import { isObject } from "@/lib/kernel/shape";
import { Phone, UserId } from "@/lib/people/shared/identity";

const clockToleranceSeconds = 60;
const maxAheadSeconds = 24 * 60 * 60;

/** A token with `crit` demands extensions that nobody here knows. */
const Header = z.object({ alg: z.literal("HS256"), crit: z.undefined().optional() });
const Seconds = z.number({ error: "must be a number: seconds since 1970." });
/** Other claims are ignored. */
const Claims = z.object({ sub: UserId, exp: Seconds, nbf: Seconds.optional() });
/** What a server may say of the person besides: `sub` links without it. */
const optional = { name: Name(200), email: Email, phone: Phone };

/** A visitor's identity, as the customer's server signed it. `ignored`: claims that are not used, each with the reason. */
export type Identity = {
  userId: string;
  name: string | undefined;
  email: string | undefined;
  phone: string | undefined;
  ignored: string[];
};

const reject = (message: string) => new AppError("invalid_request", `The identify token ${message}`);

/**
 * Reads a JSON Web Token that one of the secrets signed with HS256. Whatever algorithm it names, no other is tried; nothing of an
 * unsigned token is used or repeated in a message.
 * @throws invalid_request, with what the customer's developer has to fix
 */
export function readIdentity(token: string, { secrets, nowSeconds }: { secrets: readonly string[]; nowSeconds: number }): Identity {
  if (secrets.length === 0) throw reject("cannot be checked: make the identify secret in Settings, Channels, Website first.");
  const [header, payload, signature, ...rest] = token.split(".");
  if (!header || !payload || signature === undefined || rest.length > 0)
    throw reject("must be a JSON Web Token: three parts with dots between them.");
  if (!Header.safeParse(json(header)).success) throw reject("must be signed with HS256, and have no crit.");
  if (!isSigned(`${header}.${payload}`, signature, secrets)) throw reject("is not signed with this workspace's identify secret.");
  return identityOf(payload, nowSeconds);
}

/** Every secret is tried, so that the time says nothing about which one it was. */
function isSigned(signed: string, signature: string, secrets: readonly string[]): boolean {
  const given = Buffer.from(signature, "base64url");
  let isValid = false;
  for (const secret of secrets) {
    const own = createHmac("sha256", secret).update(signed).digest();
    if (given.length === own.length && timingSafeEqual(own, given)) isValid = true;
  }
  return isValid;
}

function identityOf(payload: string, nowSeconds: number): Identity {
  const sent = json(payload);
  const { sub: id } = isObject(sent) ? sent : {};
  const problem = problemIn({ sub: id });
  if (problem) throw reject(`cannot be stored as it is. ${problem}`);
  const claims = Claims.safeParse(sent);
  if (!claims.success) throw reject(`has a wrong claim: ${errorMessage(claims.error)}`);
  const { sub, exp, nbf = 0 } = claims.data;
  if (exp < nowSeconds - clockToleranceSeconds) throw reject("has expired: exp is in the past. Make a new one for each page.");
  if (exp > nowSeconds + maxAheadSeconds + clockToleranceSeconds) throw reject("must have an exp at most 24 hours ahead.");
  if (nbf > nowSeconds + clockToleranceSeconds) throw reject("is not valid yet: nbf is ahead of our clock.");
  const ignored: string[] = [];
  const of = (name: keyof typeof optional) => optionalClaim(name, (sent as Record<string, unknown>)[name], ignored);
  return { userId: sub, name: of("name"), email: of("email"), phone: of("phone"), ignored };
}

/** A claim that can be used. What a server does not know of a person it may send empty, as in the API. */
function optionalClaim(name: keyof typeof optional, value: unknown, ignored: string[]): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  const problem = problemIn({ [name]: value });
  const parsed = z.object({ [name]: optional[name] }).safeParse({ [name]: value });
  if (!problem && parsed.success) return parsed.data[name];
  ignored.push(`The identify token links, but its claim ${name} was ignored: ${problem ?? errorMessage(parsed.error as z.ZodError)}`);
  return undefined;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The JSON of a part; undefined when it is none. */
function json(part: string): unknown {
  if (!/^[A-Za-z0-9_-]+$/.test(part)) return undefined;
  try {
    return parseJson(utf8.decode(Buffer.from(part, "base64url")));
  } catch {
    return undefined;
  }
}
