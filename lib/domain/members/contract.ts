import { z } from "zod";
import { contract, Id, mustBe, Name, Text, Time, Uuid } from "@/lib/kernel/contract";

const workspace = z.object({ workspace: z.string() });
const one = z.object({ workspace: z.string(), accountId: Id });

export const Role = z.enum(["owner", "admin", "agent"], { error: mustBe('"owner", "admin" or "agent"') });
export const Email = z
  .string({ error: mustBe("a string") })
  .transform((text) => text.trim().toLowerCase())
  .pipe(Text(3, 254))
  .refine((text) => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text), { error: "must look like an address, such as mia@example.com." });
export const Password = Text(10, 200);
export const PersonName = Name(80);

export const Member = z.object({ id: Uuid, name: z.string(), email: z.string(), role: Role, createdAt: Time });
export type Member = z.input<typeof Member>;

export const listMembers = contract({
  method: "GET",
  path: "/api/w/{workspace}/members",
  summary: "Who works here",
  access: "session",
  role: "admin",
  params: workspace,
  status: 200,
  output: z.object({ members: z.array(Member), me: Uuid }),
});

export const changeRole = contract({
  method: "PATCH",
  path: "/api/w/{workspace}/members/{accountId}",
  summary: "Change a member's role; only an owner makes or unmakes owners, and one owner stays",
  access: "session",
  role: "admin",
  params: one,
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
  params: one,
  status: 200,
  output: z.object({ removed: z.literal(true) }),
  errors: ["conflict", "forbidden"],
});

export const changePassword = contract({
  method: "POST",
  path: "/api/w/{workspace}/me/password",
  summary: "Change one's own password; all sessions end, this one too",
  access: "session",
  params: workspace,
  body: z.object({ current: z.string({ error: mustBe("a string") }).max(1000), next: Password }),
  status: 200,
  output: z.object({ changed: z.literal(true) }),
});
