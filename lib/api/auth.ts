import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import * as limit from "@/lib/limit";
import { hashPassword, isPassword } from "@/lib/members/password";
import { once } from "@/lib/once";
import { clientAddressOf } from "./address";
import { sessionCookie } from "./session";

const perAccount = 10;
const perAddress = 60;
const wrong = "This e-mail and password do not go together.";
const maxAgeSeconds = 14 * 24 * 60 * 60;

/** Compared when there is no such account, so that the time of the answer does not tell. */
const decoy = () => once("decoy-password", () => hashPassword("no account has this one"));

async function authorize(email: string, password: string, address: string) {
  const attempts = await Promise.all([limit.take(`sign-in:${email}`, perAccount), limit.take(`sign-in-from:${address}`, perAddress)]);
  const refused = attempts.find(({ allowed }) => !allowed);
  if (refused) throw new Error(`Too many attempts. Try again in ${refused.resetSeconds} seconds.`);

  const account = await db().account.findUnique({ where: { email } });
  const right = await isPassword(password, account?.passwordHash ?? (await decoy()));
  if (!account || !right) throw new Error(wrong);
  return { id: account.id, name: account.name, email: account.email, epoch: account.sessionEpoch };
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
          if (typeof email !== "string" || typeof password !== "string" || email.length > 254 || password.length > 1000)
            throw new Error(wrong);
          return authorize(
            email.trim().toLowerCase(),
            password,
            clientAddressOf((name) => (request.headers as Record<string, string>)[name] ?? null),
          );
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
