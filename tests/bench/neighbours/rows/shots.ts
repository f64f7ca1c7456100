import type { Shot } from "../attack";
import { jsonCall, keyHeaders } from "../call";
import type { Target } from "../target";

/** A key may have 300 calls in a minute. */
export const perSecondOfKey = 4.5;

export const event = ({ team }: Target, body: object): Shot => ({
  ...jsonCall("POST", "/api/v1/events", keyHeaders(team.key), body),
  expects: 201,
});

export const put = ({ team }: Target, userId: string, body: object): Shot => ({
  ...jsonCall("PUT", `/api/v1/contacts/${userId}`, keyHeaders(team.key), body),
  expects: 200,
});

/** A page, or a call of the screens, with the owner's session. */
export const withSession = ({ session }: Target, path: string): Shot => ({
  ...jsonCall("GET", path, { cookie: session.cookie, "accept-encoding": "gzip" }),
  expects: 200,
});

/** Creates a contact, and returns its id. */
export async function newContact({ team, id }: Target, userId: string, query: <Row>(sql: string, values: unknown[]) => Promise<Row[]>) {
  const reply = await team.api("PUT", `/contacts/${userId}`, { body: { name: "Somebody" } });
  if (reply.status !== 200) throw new Error(reply.text);
  const [row] = await query<{ id: string }>("select id from contact where workspace_id = $1::uuid and user_id = $2", [id, userId]);
  return row?.id ?? "";
}
