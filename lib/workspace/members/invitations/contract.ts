import { z } from "zod";
import { contract, Id, InWorkspace, mustBe, Role, Time, Uuid } from "@/lib/kernel/contract";
import { AccountEmail, Password, PersonName } from "@/lib/workspace/accounts/contract";

/** The part of a link after the #. */
export const Token = z.string({ error: mustBe("a string") }).max(200, { error: "must be as it stands in the link." });

export const Invitation = z.object({
  id: Uuid,
  email: z.string(),
  role: Role,
  /** The name of the member or operator who made it. */
  madeBy: z.string(),
  createdAt: Time,
  expiresAt: Time,
});
export type Invitation = z.input<typeof Invitation>;

export const listInvitations = contract({
  method: "GET",
  path: "/api/w/{workspace}/invitations",
  summary: "Who was invited and has not come yet",
  access: "session",
  role: "admin",
  params: InWorkspace,
  status: 200,
  output: z.object({ invitations: z.array(Invitation) }),
});

export const invite = contract({
  method: "POST",
  path: "/api/w/{workspace}/invitations",
  madePerMinute: 30,
  summary: "Invite somebody. The token of the link is shown this once; an earlier invitation of the same e-mail stops",
  access: "session",
  role: "admin",
  params: InWorkspace,
  body: z.object({ email: AccountEmail, role: Role }),
  status: 201,
  output: z.object({ invitation: Invitation, token: z.string() }),
  errors: ["conflict", "forbidden"],
});

export const revokeInvitation = contract({
  method: "DELETE",
  path: "/api/w/{workspace}/invitations/{invitationId}",
  summary: "Revoke an invitation; its link stops at once",
  access: "session",
  role: "admin",
  params: InWorkspace.extend({ invitationId: Id }),
  status: 200,
  output: z.object({ revoked: z.literal(true) }),
  errors: ["forbidden"],
});

export const getInvitation = contract({
  method: "POST",
  path: "/api/invitation",
  summary: "What an invitation is for, for whoever holds its link",
  access: "visitor",
  body: z.object({ token: Token }),
  status: 200,
  output: z.object({
    workspace: z.string(),
    email: z.string(),
    role: Role,
    madeBy: z.string(),
    /** The account of the browser's session. */
    signedInAs: z.string().nullable(),
  }),
  errors: ["not_found", "conflict"],
});

export const acceptInvitation = contract({
  method: "POST",
  path: "/api/invitation/accept",
  summary: "Accept an invitation: with a name and a password for a new account, or with the session of the invited account",
  access: "visitor",
  body: z.object({ token: Token, name: PersonName.optional(), password: Password.optional() }),
  status: 200,
  output: z.object({ workspace: z.string(), email: z.string() }),
  errors: ["not_found", "conflict", "forbidden"],
});
