import { newId } from "@/lib/kernel/ids";
import { expect } from "./expect";
import { type Reply, randomClientAddress, type Session, send, type Team } from "./fixtures";

export type Role = "owner" | "admin" | "agent";
type Person = { name: string; email: string; password: string };
type PersonFields = Partial<Person> & { role?: Role };

/** A person with a unique e-mail and password. */
export const newPerson = (fields: Partial<Person> = {}): Person => ({
  name: "Tom Ray",
  email: `${newId()}@example.com`,
  password: newId(),
  ...fields,
});

/** The token behind the # of a link. */
export const tokenIn = (link: unknown): string => String(link).split("#")[1] ?? "";

/** Calls an endpoint for the holders of a link, from a random client address; `cookie` is the session of the browser. */
export const visit = (url: string, path: string, body: object, { cookie }: { cookie?: string } = {}): Promise<Reply> =>
  send(`${url}/api/${path}`, { method: "POST", headers: { ...randomClientAddress(), ...(cookie ? { cookie, origin: url } : {}) }, body });

/** Invites someone as a member, and returns the id and token of the invitation. */
export async function invited(by: Session, email: string, role: Role = "agent"): Promise<{ id: string; token: string }> {
  const reply = await by.call("POST", "/invitations", { email, role });
  expect(reply.status, reply.text).toBe(201);
  return { id: (reply.body["invitation"] as { id: string }).id, token: String(reply.body["token"]) };
}

/** Accepts an invitation as a new person, with a name and a password. */
export const accept = ({ url }: { url: string }, token: string, { name, password }: Pick<Person, "name" | "password">): Promise<Reply> =>
  visit(url, "invitation/accept", { token, name, password });

/** Accepts an invitation with the session of this cookie. */
export const acceptAs = ({ url }: { url: string }, token: string, { cookie }: { cookie: string }): Promise<Reply> =>
  visit(url, "invitation/accept", { token }, { cookie });

/** Adds a member: the operator invites, and the person accepts with a name and a password. */
export async function addMember(team: Team, { role = "agent", ...fields }: PersonFields = {}): Promise<Person> {
  const person = newPerson(fields);
  const { link } = await team.operate("invite", { workspace: team.workspace, email: person.email, role });
  const reply = await accept(team, tokenIn(link), person);
  expect(reply.status, reply.text).toBe(200);
  return person;
}

export const idOf = async (by: Session, email: string): Promise<string> => {
  const { members } = (await by.call("GET", "/members")).body as { members: { id: string; email: string }[] };
  return members.find((member) => member.email === email)?.id ?? "";
};

/** Adds a member by an invitation of `by`, and signs in. */
export async function joined(team: Team, by: Session, role: Role = "agent") {
  const person = newPerson();
  const { token } = await invited(by, person.email, role);
  const reply = await accept(team, token, person);
  expect(reply.status, reply.text).toBe(200);
  return { ...person, id: await idOf(by, person.email), session: await team.signIn(person) };
}

/** Creates a reset link as a member, and returns its token. */
export async function resetLink(by: Session, accountId: string): Promise<string> {
  const reply = await by.call("POST", `/members/${accountId}/reset`, {});
  expect(reply.status, reply.text).toBe(201);
  return String(reply.body["token"]);
}

export const redeem = ({ url }: { url: string }, token: string, password: string): Promise<Reply> =>
  visit(url, "reset/use", { token, password });

/** Sets a new password with a reset link of the operator. */
export async function resetByOperator(team: Team, email: string, password: string): Promise<void> {
  const { link } = await team.operate("reset-password", { email });
  const reply = await redeem(team, tokenIn(link), password);
  expect(reply.status, reply.text).toBe(200);
}
