import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { hashPassword, isPassword } from "@/lib/domain/accounts/password";
import * as sessions from "@/lib/domain/sessions";
import { agentOf } from "@/lib/domain/sessions/agent";
import { noteRefusal } from "@/lib/domain/sessions/refusals";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import * as limit from "@/lib/platform/rate-limit";
import { singleton } from "@/lib/platform/runtime";
import { clientAddressOf, networkOf } from "./address";
import { refuse } from "./endpoint";
import { sessionCookie } from "./session";

const perNetwork = 60;
/** On one account from one network: whoever guesses closes the sign-in for their own network, and for nobody else. */
const perAccountAndNetwork = 10;
/** On one account from all networks together from which nobody ever signed in to it: what is left to many who guess at once. */
const perAccountFromUnknown = 30;
const wrong = () => new AppError("invalid_request", "Wrong e-mail or password.");

declare module "@/lib/platform/runtime" {
  interface Runtime {
    decoyPassword: Promise<string>;
  }
}

/** Compared when there is no such account, so that the time of the answer does not tell. */
const decoy = () => singleton("decoyPassword", () => hashPassword("no account has this one"));

const noAccount = "00000000-0000-0000-0000-000000000000";

type From = { network: string; agent: string };

/** @throws invalid_request, rate_limited */
async function signIn(email: unknown, password: unknown, from: From) {
  if (typeof email !== "string" || typeof password !== "string" || email.length > 254 || password.length > 1000) throw wrong();
  const name = email.trim().toLowerCase();
  // No account has such a name, and the database would not take the question.
  if (name.includes("\0") || !name.isWellFormed()) throw wrong();

  // The network first: one that is refused uses up nobody's attempts.
  await attempt(name, `sign-in-from:${from.network}`, perNetwork);
  // In this order, because a name may have spaces in it, and a network has none: no name counts for another's.
  await attempt(name, `sign-in:${from.network} ${name}`, perAccountAndNetwork);
  const account = await db().account.findUnique({ where: { email: name } });
  // Asked where there is no account, too: it takes its time.
  const isKnown = await sessions.knows(account?.id ?? noAccount, from.network);
  if (!isKnown) await attempt(name, `sign-in-from-unknown:${name}`, perAccountFromUnknown);
  const right = await isPassword(password, account?.passwordHash ?? (await decoy()));
  if (!account || !right) {
    noteRefusal(name, "wrong");
    throw wrong();
  }
  const { id, sessionEpoch: epoch } = account;
  const sessionId = await sessions.begin({ id, name: account.name, email: account.email, epoch }, from);
  metrics.signedIn();
  log.info({ accountId: id }, "somebody signed in");
  return { id, sessionId };
}

async function attempt(email: string, of: string, most: number): Promise<void> {
  const { allowed, resetSeconds } = await limit.take(of, most);
  if (allowed) return;
  noteRefusal(email, "blocked");
  throw new AppError("rate_limited", `Too many attempts. Try again in ${resetSeconds} seconds.`);
}

type Options = {
  /** Whether the browser came by https. */
  secure: boolean;
  /** Called with the session of whoever signs out. */
  signOut: (sessionId: string) => Promise<void>;
};

export function authOptions({ secure, signOut }: Options): NextAuthOptions {
  const cookie = { httpOnly: true, sameSite: "lax" as const, path: "/", secure };
  return {
    secret: env().NEXTAUTH_SECRET,
    session: { strategy: "jwt", maxAge: sessions.maxAgeSeconds },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    cookies: { sessionToken: { name: sessionCookie, options: cookie } },
    useSecureCookies: secure,
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
    providers: [
      Credentials({
        credentials: { email: { type: "email" }, password: { type: "password" } },
        authorize: (given, request) => {
          const { email = "", password = "" } = given ?? {};
          const header = (name: string) => (request.headers as Record<string, string>)[name] ?? null;
          const from = { network: networkOf(clientAddressOf(header)), agent: agentOf(header("user-agent")) };
          // next-auth passes the message on to whoever signs in: what went wrong inside is for the log alone.
          return signIn(email, password, from).catch((error: unknown) => {
            throw new Error(refuse(error, {}).refused.message);
          });
        },
      }),
    ],
    events: { signOut: ({ token }) => (typeof token?.["sid"] === "string" ? signOut(token["sid"]) : undefined) },
    callbacks: {
      jwt: ({ token, user }) => (user && "sessionId" in user ? { sid: user.sessionId } : token),
      // The browser needs no more than that there is a session.
      session: ({ session }) => ({ expires: session.expires }),
      // Where to go next is the page's own business.
      redirect: ({ baseUrl }) => baseUrl,
    },
  };
}
