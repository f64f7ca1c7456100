import autocannon from "autocannon";
import { userOf, usersEach, type World } from "./world";

export type Kind = "event" | "batch" | "get" | "put";

/** How many events a batch has. */
export const batchSize = 100;
export type Load = { perSecond: number; p50: number; p99: number; ok: number; other: number; sent: number };

/** The next workspace in turn, so that none gets more than its 300 requests a minute. */
export type Turn = { next: number };

const headersOf = (key: string) => ({ authorization: `Bearer ${key}`, "content-type": "application/json" });

function requestOf(kind: Kind, key: string, user: number): autocannon.Request {
  const path = `/api/v1/contacts/${userOf(user)}`;
  if (kind === "get") return { method: "GET", path, headers: headersOf(key) };
  if (kind === "put")
    return { method: "PUT", path, headers: headersOf(key), body: JSON.stringify({ name: "Ada Okafor", attributes: { seats: user } }) };
  const eventOf = (of: number) => ({
    event: "Payment failed",
    userId: userOf(of % usersEach),
    properties: { amount: "59.90 EUR", reference: "INV-2041" },
  });
  if (kind === "batch") {
    const items = Array.from({ length: batchSize }, (_, index) => eventOf(user + index));
    return { method: "POST", path: "/api/v1/events/batch", headers: headersOf(key), body: JSON.stringify({ items }) };
  }
  const body = eventOf(user);
  return { method: "POST", path: "/api/v1/events", headers: headersOf(key), body: JSON.stringify(body) };
}

/** Sends `amount` requests over `connections`, each with another workspace and person, in turn over all of them. */
export async function load(
  url: string,
  world: World,
  { kind, connections, amount }: { kind: Kind; connections: number; amount: number },
  turn: Turn,
): Promise<Load> {
  const next = () => {
    const { key } = world.workspaces[turn.next % world.workspaces.length] ?? { key: "" };
    const user = Math.floor(turn.next / world.workspaces.length) % usersEach;
    turn.next += 1;
    return requestOf(kind, key, user);
  };
  const each = Math.ceil(amount / connections);
  const begun = performance.now();
  // autocannon checks for its end only once a second, so the time of the last reply counts.
  let done = begun;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      url,
      connections,
      amount: each * connections,
      timeout: 30,
      setupClient: (client) => client.setRequests(Array.from({ length: each }, next)),
    };
    const running = autocannon(options, (error, summary) => (error ? reject(error) : resolve(summary)));
    running.on("response", () => {
      done = performance.now();
    });
  });
  const ok = result["2xx"];
  return {
    perSecond: ((ok + result.non2xx) * 1000) / (done - begun),
    p50: result.latency.p50,
    p99: result.latency.p99,
    ok,
    sent: result.requests.sent,
    other: result.non2xx + result.errors + result.timeouts,
  };
}

/** Throws unless every 201 has its row and no request has two. Requests without a counted reply may or may not have a row. */
export function checkLedger({ ok, sent, stored }: { ok: number; sent: number; stored: number }): void {
  if (stored < ok || stored > sent) throw new Error(`${sent} events were sent and ${ok} answered with 201, but ${stored} rows are there.`);
}
