import type { Panel } from "@/lib/desk/panel/contract";
import { newId } from "@/lib/kernel/ids";
import type { Desk } from "./desk";
import { expect } from "./expect";
import type { Reply, Session, Team } from "./fixtures";
import { addMember, type Role } from "./members";

/** Sets the options of the desk's button. */
export async function setOptions(desk: Desk, options: object): Promise<void> {
  const reply = await desk.session.call("PATCH", `/actions/buttons/${desk.buttonId}`, { options });
  expect(reply.status, reply.text).toBe(200);
}

/** A press with additional fields in its body. */
export const pressWith = (desk: Desk, extra: object, session: Session = desk.session, chatId = desk.chatId): Promise<Reply> =>
  session.call("POST", `/chats/${chatId}/actions`, { id: newId(), buttonId: desk.buttonId, ...extra });

/** A press that is accepted, and its outcome. */
export async function pressAndWait(desk: Desk, extra: object = {}) {
  const reply = await pressWith(desk, extra);
  expect(reply.status, reply.text).toBe(202);
  return desk.outcome(String(reply.body["callId"]));
}

export async function panelOf(desk: Desk, session: Session = desk.session, chatId = desk.chatId): Promise<Panel> {
  const reply = await session.call("GET", `/chats/${chatId}/panel`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as unknown as Panel;
}

/** Adds a member with this role, and signs in. */
export async function join(team: Team, role: Role, name: string): Promise<Session> {
  const credentials = { email: `${newId()}@example.com`, password: newId() };
  await addMember(team, { role, name, ...credentials });
  return team.signIn(credentials);
}

export const errorReply = (status: number, code: string, message: string) => ({ status, body: { error: { code, message } } });
