import { z } from "zod";
import { contract, Id, InWorkspace, Time } from "@/lib/kernel/contract";
import { Password } from "@/lib/workspace/accounts/contract";
import { Token } from "@/lib/workspace/members/invitations/contract";

export const makeResetLink = contract({
  method: "POST",
  path: "/api/w/{workspace}/members/{accountId}/reset",
  madePerMinute: 30,
  summary: "Make a link with which a member of this workspace alone chooses a new password. Its token is shown this once",
  access: "session",
  role: "admin",
  params: InWorkspace.extend({ accountId: Id }),
  body: z.object({}),
  status: 201,
  output: z.object({ token: z.string(), expiresAt: Time }),
  errors: ["conflict", "forbidden"],
});

export const getReset = contract({
  method: "POST",
  path: "/api/reset",
  summary: "Whose password a link is for, for whoever holds it",
  access: "visitor",
  body: z.object({ token: Token }),
  status: 200,
  output: z.object({ email: z.string() }),
  errors: ["not_found", "conflict"],
});

export const useResetLink = contract({
  method: "POST",
  path: "/api/reset/use",
  summary: "Choose a new password with a link; all sessions of the account end",
  access: "visitor",
  body: z.object({ token: Token, password: Password }),
  status: 200,
  output: z.object({ email: z.string() }),
  errors: ["not_found", "conflict"],
});
