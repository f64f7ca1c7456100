import type { CallDetail, CallSummary } from "@/lib/actions/calls/contract";
import { newId } from "@/lib/kernel/ids";
import { expect } from "./expect";
import type { Session, Team } from "./fixtures";
import { addMember } from "./members";

type Page = { items: CallSummary[]; next: string | null };

export async function listOf(session: Session, query: Record<string, string> = {}): Promise<Page> {
  const reply = await session.call("GET", `/calls?${new URLSearchParams(query)}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Page;
}

export async function callOf(session: Session, callId: string): Promise<CallDetail> {
  const reply = await session.call("GET", `/calls/${callId}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as CallDetail;
}

export const resend = (session: Session, callId: string) => session.call("POST", `/calls/${callId}/resend`, {});

/** Adds a second admin to the team, with a separate session. */
export async function secondAdmin(team: Team): Promise<Session> {
  const credentials = { email: `${team.workspace}-bea@example.com`, password: newId() };
  await addMember(team, { role: "admin", name: "Bea Admin", ...credentials });
  return team.signIn(credentials);
}
