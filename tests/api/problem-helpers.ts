import { expect, type Session, type Team } from "../support/fixtures";
import { getContact, panelOf, phone, putContact, whatsapp } from "./helpers";

const minuteMs = 60_000;
export const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString();
export const about = (reference: string | number) => ({ userId: "u", properties: { reference } });
export const failed = (reference: string | number, minutes = 5) => ({
  event: "Payment failed",
  occurredAt: ago(minutes),
  ...about(reference),
});
export const paid = (reference: string | number, minutes = 0) => ({
  event: "Payment received",
  occurredAt: ago(minutes),
  ...about(reference),
});

/** A signed-in agent and a chat with the contact `u`. */
export async function newChat(team: Team): Promise<{ session: Session; chatId: string }> {
  await putContact(team, "u", { phone });
  const { chatId } = await team.sendMessage(whatsapp);
  return { session: await team.signIn(), chatId };
}

export const setHandled = (session: Session, chatId: string, problemId: string, handled = true) =>
  session.call("POST", `/chats/${chatId}/problems/${problemId}/handled`, { handled });

type AllPress = { handled: boolean; event?: string; at?: string };
export const setAllHandled = (session: Session, chatId: string, press: AllPress) =>
  session.call("POST", `/chats/${chatId}/problems/handled`, press);

/** The problem that is open alone. */
export async function onlyProblem(session: Session, chatId: string) {
  const { problems } = await panelOf(session, chatId);
  expect(problems).toHaveLength(1);
  if (!problems[0]) throw new Error("No problem is open.");
  return problems[0];
}

/** How many problems panel, list, counts and API say are open; they must agree. */
export async function openCount(team: Team, session: Session, chatId: string): Promise<number> {
  const { problems, problemsCount } = await panelOf(session, chatId);
  expect(problems).toHaveLength(problemsCount);
  const list = (await session.call("GET", "/chats")).body as {
    items: { id: string; openProblems: number }[];
    counts: { problems: number };
  };
  expect(list.items.find(({ id }) => id === chatId)?.openProblems).toBe(problemsCount);
  expect(list.counts.problems).toBe(problemsCount > 0 ? 1 : 0);
  const among = (await session.call("GET", "/chats?view=problems")).body["items"] as unknown[];
  expect(among).toHaveLength(problemsCount > 0 ? 1 : 0);
  const open = (await getContact(team, "u")).events.filter(({ level, closedAt }) => level === "problem" && closedAt === null);
  expect(new Set(open.map(({ event, properties }) => `${event} ${properties["reference"]}`)).size).toBe(problemsCount);
  return problemsCount;
}
