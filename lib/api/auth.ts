import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import * as limit from "@/lib/limit";
import { hashPassword, isPassword } from "@/lib/members/password";
import { once } from "@/lib/once";
import { clientAddressOf, networkOf } from "./address";
import { refuse } from "./endpoint";
import { sessionCookie } from "./session";

const perAccount = 10;
const perNetwork = 60;
const wrong = () => new AppError("invalid_request", "This e-mail and password do not go together.");
const maxAgeSeconds = 14 * 24 * 60 * 60;

/** Compared when there is no such account, so that the time of the answer does not tell. */
const decoy = () => once("decoy-password", () => hashPassword("no account has this one"));

/** @throws invalid_request, rate_limited */
async function accountFor(email: unknown, password: unknown, network: string) {
  if (typeof email !== "string" || typeof password !== "string" || email.length > 254 || password.length > 1000) throw wrong();
  const name = email.trim().toLowerCase();
  // No account has such a name, and the database would not take the question.
  if (name.includes("\0") || !name.isWellFormed()) throw wrong();

  // The network first: one that is refused uses up nobody's attempts.
  await attempt(`sign-in-from:${network}`, perNetwork);
  await attempt(`sign-in:${name}`, perAccount);
  const account = await db().account.findUnique({ where: { email: name } });
  const right = await isPassword(password, account?.passwordHash ?? (await decoy()));
  if (!account || !right) throw wrong();
  return { id: account.id, name: account.name, email: account.email, epoch: account.sessionEpoch };
}

async function attempt(of: string, most: number): Promise<void> {
  const { allowed, resetSeconds } = await limit.take(of, most);
  if (!allowed) throw new AppError("rate_limited", `Too many attempts. Try again in ${resetSeconds} seconds.`);
}

export function authOptions(secure: boolean): NextAuthOptions {
  const cookie = { httpOnly: true, sameSite: "lax" as const, path: "/", secure };
  return {
    secret: env().NEXTAUTH_SECRET,
    session: { strategy: "jwt", maxAge: maxAgeSeconds },
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
          // next-auth passes the message on to whoever signs in: what went wrong inside is for the log alone.
          return accountFor(email, password, networkOf(clientAddressOf(header))).catch((error: unknown) => {
            throw new Error(refuse(error, {}).refused.message);
          });
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user && "epoch" in user ? { sub: user.id, epoch: user.epoch } : token),
      // The browser needs no more than that there is a session.
      session: ({ session }) => ({ expires: session.expires }),
    },
  };
}
