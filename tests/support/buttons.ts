import { expect } from "@playwright/test";
import type { Panel } from "@/lib/domain/panel/contract";
import { newId } from "@/lib/kernel/ids";
import type { Desk } from "./desk";
import type { Reply, Session, Team } from "./fixtures";
import { addMember, type Role } from "./members";

/** The options of the desk's button from now on. */
export async function setOptions(desk: Desk, options: object): Promise<void> {
  const reply = await desk.session.call("PATCH", `/actions/buttons/${desk.buttonId}`, { options });
  expect(reply.status, reply.text).toBe(200);
}

/** A press with what an agent adds to it. */
export const pressWith = (desk: Desk, extra: object, session: Session = desk.session, chatId = desk.chatId): Promise<Reply> =>
  session.call("POST", `/chats/${chatId}/actions`, { id: newId(), buttonId: desk.buttonId, ...extra });

/** A press that is taken, and what became of it. */
export async function sent(desk: Desk, extra: object = {}) {
  const reply = await pressWith(desk, extra);
  expect(reply.status, reply.text).toBe(202);
  return desk.outcome(String(reply.body["callId"]));
}

export async function panelOf(desk: Desk, session: Session = desk.session, chatId = desk.chatId): Promise<Panel> {
  const reply = await session.call("GET", `/chats/${chatId}/panel`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as unknown as Panel;
}

/** Somebody of this role, signed in. */
export async function join(team: Team, role: Role, name: string): Promise<Session> {
  const who = { email: `${newId()}@example.com`, password: newId() };
  await addMember(team, { role, name, ...who });
  return team.signIn(who);
}

export const refused = (status: number, code: string, message: string) => ({ status, body: { error: { code, message } } });
