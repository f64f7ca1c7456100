import { z } from "zod";
import { contract, Id, InWorkspace, Time, Uuid } from "@/lib/kernel/contract";

export const Session = z.object({
  id: Uuid,
  /** "Firefox on Linux". */
  agent: z.string(),
  createdAt: Time,
  lastSeenAt: Time,
  /** The session of this request. */
  isThis: z.boolean(),
});
export type Session = z.input<typeof Session>;

export const listSessions = contract({
  method: "GET",
  path: "/api/w/{workspace}/me/sessions",
  summary: "Where one is signed in",
  access: "session",
  params: InWorkspace,
  status: 200,
  output: z.object({ sessions: z.array(Session) }),
});

export const endSession = contract({
  method: "DELETE",
  path: "/api/w/{workspace}/me/sessions/{sessionId}",
  summary: "Sign out somewhere else; that session is worth nothing from now on",
  access: "session",
  params: InWorkspace.extend({ sessionId: Id }),
  status: 200,
  output: z.object({ ended: z.literal(true) }),
});
