import { expect } from "@playwright/test";
import { newId } from "@/lib/kernel/ids";
import { elsewhere, type Reply, type Session, send, type Team } from "./fixtures";

export type Role = "owner" | "admin" | "agent";
export type Person = { name: string; email: string; password: string };
type Wanted = Partial<Person> & { role?: Role };

/** Whoever is to come: an e-mail that nobody has, and a password that nobody else knows. */
export const newPerson = (wanted: Partial<Person> = {}): Person => ({
  name: "Tom Ray",
  email: `${newId()}@example.com`,
  password: newId(),
  ...wanted,
});

/** What stands behind the # of a link. */
export const tokenIn = (link: unknown): string => String(link).split("#")[1] ?? "";

/** Opens an endpoint of those who hold a link, from an address of its own; `cookie` is whose browser it is. */
export const visit = (url: string, path: string, body: object, { cookie }: { cookie?: string } = {}): Promise<Reply> =>
  send(`${url}/api/${path}`, { method: "POST", headers: { ...elsewhere(), ...(cookie ? { cookie, origin: url } : {}) }, body });

/** The link of an invitation, by a member. */
export async function invited(by: Session, email: string, role: Role = "agent"): Promise<{ id: string; token: string }> {
  const reply = await by.call("POST", "/invitations", { email, role });
  expect(reply.status, reply.text).toBe(201);
  return { id: (reply.body["invitation"] as { id: string }).id, token: String(reply.body["token"]) };
}

/** Accepts as somebody new, with a name and a password of their own. */
export const accept = ({ url }: { url: string }, token: string, { name, password }: Pick<Person, "name" | "password">): Promise<Reply> =>
  visit(url, "invitation/accept", { token, name, password });

/** Accepts as whoever is signed in. */
export const acceptAs = ({ url }: { url: string }, token: string, { cookie }: { cookie: string }): Promise<Reply> =>
  visit(url, "invitation/accept", { token }, { cookie });

/** Makes somebody a member, as they become one: invited by the operator, with a name and a password of their own. */
export async function addMember(team: Team, { role = "agent", ...wanted }: Wanted = {}): Promise<Person> {
  const person = newPerson(wanted);
  const { link } = await team.operate("invite", { workspace: team.workspace, email: person.email, role });
  const reply = await accept(team, tokenIn(link), person);
  expect(reply.status, reply.text).toBe(200);
  return person;
}

export const idOf = async (by: Session, email: string): Promise<string> => {
  const { members } = (await by.call("GET", "/members")).body as { members: { id: string; email: string }[] };
  return members.find((member) => member.email === email)?.id ?? "";
};

/** The same by a member of the team, and signed in. */
export async function joined(team: Team, by: Session, role: Role = "agent") {
  const person = newPerson();
  const { token } = await invited(by, person.email, role);
  const reply = await accept(team, token, person);
  expect(reply.status, reply.text).toBe(200);
  return { ...person, id: await idOf(by, person.email), session: await team.signIn(person) };
}

/** A reset link, by a member. */
export async function resetLink(by: Session, accountId: string): Promise<string> {
  const reply = await by.call("POST", `/members/${accountId}/reset`, {});
  expect(reply.status, reply.text).toBe(201);
  return String(reply.body["token"]);
}

export const redeem = ({ url }: { url: string }, token: string, password: string): Promise<Reply> =>
  visit(url, "reset/use", { token, password });

/** Chooses a new password by a link of the operator. */
export async function resetByOperator(team: Team, email: string, password: string): Promise<void> {
  const { link } = await team.operate("reset-password", { email });
  const reply = await redeem(team, tokenIn(link), password);
  expect(reply.status, reply.text).toBe(200);
}
