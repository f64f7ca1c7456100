import { createHmac } from "node:crypto";
import { webhookBodies } from "@/lib/webhooks/bodies";
import { expect, type Team } from "../../support/fixtures";
import type { Call, Receiver, ReceiverReply } from "../../support/receiver";

export type Endpoint = { id: string; url: string; secret: string; path: string };
type Options = { types: string[]; content?: boolean; name?: string; answer?: (call: Call) => ReceiverReply };

/** An endpoint of a team at the receiver of the test. */
export async function addEndpoint(team: Team, receiver: Receiver, { types, content, name = "hooks", answer }: Options): Promise<Endpoint> {
  const path = `/${team.workspace}/${name}`;
  if (answer) receiver.on(path, answer);
  const url = receiver.origin + path;
  const made = await team.api("POST", "/webhook-endpoints", { body: { url, types, ...(content === undefined ? {} : { content }) } });
  expect(made.status, made.text).toBe(201);
  const { endpoint, secret } = made.body as { endpoint: { id: string }; secret: string };
  return { id: endpoint.id, url, secret, path };
}

export const viewOf = async (team: Team, { id }: Pick<Endpoint, "id">) =>
  (await team.api("GET", `/webhook-endpoints/${id}`)).body["endpoint"] as Record<string, unknown>;

type Message = { type: string; timestamp: string; data: Record<string, unknown> };
export const messageOf = (call: Call) => call.body as Message;
export const typesOf = (calls: readonly Call[]) => calls.map((call) => messageOf(call).type);

/** The signature as Standard Webhooks 1.0.0 describes it, independently of the product. */
export function signatureBy(secret: string, { headers, raw }: Call): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  expect(key).toHaveLength(32);
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${raw.toString("utf8")}`;
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

/** Waits until so many calls came to a path. */
export async function callsTo(receiver: Receiver, { path }: Pick<Endpoint, "path">, count: number): Promise<Call[]> {
  await expect.poll(() => receiver.calls(path).length, { timeout: 15_000 }).toBeGreaterThanOrEqual(count);
  const calls = receiver.calls(path);
  for (const call of calls) expectDescribed(messageOf(call));
  return calls;
}

/** A body has the fields that the description of the API names for its type, and no others. */
function expectDescribed(message: Message): void {
  const { body } = webhookBodies.find(({ type }) => type === message.type) ?? {};
  if (!body) throw new Error(`${message.type} is not described.`);
  // A field that is not described is gone when the body was read.
  expect(body.parse(message)).toEqual(message);
}
