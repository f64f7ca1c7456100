import { z } from "zod";
import { contract, Id, InWorkspace, Role, Time, Uuid } from "@/lib/kernel/contract";

const memberParams = InWorkspace.extend({ accountId: Id });

export const Member = z.object({ id: Uuid, name: z.string(), email: z.string(), role: Role, createdAt: Time });
export type Member = z.input<typeof Member>;

export const listMembers = contract({
  method: "GET",
  path: "/api/w/{workspace}/members",
  summary: "Who works here",
  access: "session",
  role: "admin",
  params: InWorkspace,
  status: 200,
  output: z.object({ members: z.array(Member), me: Uuid }),
});

export const changeRole = contract({
  method: "PATCH",
  path: "/api/w/{workspace}/members/{accountId}",
  summary: "Change a member's role; only an owner makes or unmakes owners, and one owner stays",
  access: "session",
  role: "admin",
  params: memberParams,
  body: z.object({ role: Role }),
  status: 200,
  output: Member,
  errors: ["conflict", "forbidden"],
});

export const removeMember = contract({
  method: "DELETE",
  path: "/api/w/{workspace}/members/{accountId}",
  summary: "Remove a member; they are out at once, and their open streams end",
  access: "session",
  role: "admin",
  params: memberParams,
  status: 200,
  output: z.object({ removed: z.literal(true) }),
  errors: ["conflict", "forbidden"],
});

/** The members, for everybody who can give chats to them. */
export const listTeam = contract({
  method: "GET",
  path: "/api/w/{workspace}/team",
  summary: "The names of the members, as chats can be assigned to them",
  access: "session",
  params: InWorkspace,
  status: 200,
  output: z.object({ items: z.array(Member.pick({ id: true, name: true })) }),
});
