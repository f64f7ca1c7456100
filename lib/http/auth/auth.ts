import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { clientAddressOf, networkOf } from "@/lib/http/address";
import { errorResponse } from "@/lib/http/endpoint";
import { refusal } from "@/lib/kernel/errors";
import { refusalError } from "@/lib/kernel/refused";
import { db } from "@/lib/platform/db";
import { onBehalfOfAll } from "@/lib/platform/db/on-behalf";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import * as limit from "@/lib/platform/rate-limit";
import { singleton } from "@/lib/platform/runtime";
import { hashPassword, isPassword } from "@/lib/workspace/accounts/password";
import * as sessions from "@/lib/workspace/sessions";
import { agentOf } from "@/lib/workspace/sessions/agent";
import { noteRefusal } from "@/lib/workspace/sessions/refusals";
import { sessionCookie } from "./session";

const perNetwork = 60;
/** On one account from one network: guessing blocks the sign-in for the guesser's own network only. */
const perAccountAndNetwork = 10;
/** On one account, from all networks together that never signed in to it: limits distributed guessing. */
const perAccountFromUnknown = 30;
const wrong = () => refusalError("invalid_request", "wrongSignIn");

declare module "@/lib/platform/runtime" {
  interface Runtime {
    decoyPassword: Promise<string>;
  }
}

/** Compared when there is no such account, so that the response time does not reveal it. */
const decoy = () => singleton("decoyPassword", () => hashPassword("no account has this one"));

const noAccount = "00000000-0000-0000-0000-000000000000";

type From = { network: string; agent: string };

/** @throws invalid_request, rate_limited */
async function signIn(email: unknown, password: unknown, from: From) {
  if (typeof email !== "string" || typeof password !== "string" || email.length > 254 || password.length > 1000) throw wrong();
  const name = email.trim().toLowerCase();
  // No account has such a name, and the database would reject the query.
  if (name.includes("\0") || !name.isWellFormed()) throw wrong();

  // The network first: a blocked one does not use up an account's attempts.
  await attempt(name, `sign-in-from:${from.network}`, perNetwork);
  // The network first, because a name may contain spaces and a network has none: no two pairs share a key.
  await attempt(name, `sign-in:${from.network} ${name}`, perAccountAndNetwork);
  const account = await db().account.findUnique({ where: { email: name } });
  // Also queried without an account, so that the response time is the same.
  const isKnown = await sessions.isKnownNetwork(account?.id ?? noAccount, from.network);
  if (!isKnown) await attempt(name, `sign-in-from-unknown:${name}`, perAccountFromUnknown);
  const isRight = await isPassword(password, account?.passwordHash ?? (await decoy()));
  if (!account || !isRight) {
    noteRefusal(name, "wrong");
    throw wrong();
  }
  const { id, sessionEpoch: epoch } = account;
  const sessionId = await sessions.begin({ id, name: account.name, email: account.email, epoch }, from);
  metrics.signedIn();
  log.info({ accountId: id }, "somebody signed in");
  return { id, sessionId };
}

async function attempt(email: string, counter: string, max: number): Promise<void> {
  const { allowed, resetSeconds } = await limit.consume(counter, max);
  if (allowed) return;
  noteRefusal(email, "blocked");
  throw refusalError("rate_limited", refusal("tooManyAttempts", { seconds: resetSeconds }));
}

type Options = {
  /** Whether the browser uses https. */
  secure: boolean;
  /** Called with the id of the session that is signed out. */
  signOut: (sessionId: string) => Promise<void>;
  /** Called with the body of the response to a sign-in that fails. */
  onFailed: (body: string) => void;
};

export function authOptions({ secure, signOut, onFailed }: Options): NextAuthOptions {
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
          // next-auth shows the message to the user: internal errors are for the log alone.
          return onBehalfOfAll(() => signIn(email, password, from)).catch((error: unknown) => {
            const { text, refused } = errorResponse(error, {}, true);
            onFailed(text);
            throw new Error(refused.message);
          });
        },
      }),
    ],
    events: { signOut: ({ token }) => (typeof token?.["sid"] === "string" ? signOut(token["sid"]) : undefined) },
    callbacks: {
      jwt: ({ token, user }) => (user && "sessionId" in user ? { sid: user.sessionId } : token),
      // The browser only needs to know that there is a session.
      session: ({ session }) => ({ expires: session.expires }),
      // The page itself decides where to go next.
      redirect: ({ baseUrl }) => baseUrl,
    },
  };
}
