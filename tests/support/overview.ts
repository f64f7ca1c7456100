import type { getOverview } from "@/lib/desk/overview/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { expect } from "./expect";
import type { Session } from "./fixtures";

export type Range = { from: string; to: string; zone?: string };

let reads = 0;

/** The last day and the next one. */
export const thisTime = (): Range => ({
  from: new Date(Date.now() - 24 * 3_600_000).toISOString(),
  to: new Date(Date.now() + 24 * 3_600_000).toISOString(),
});

export const queryOf = ({ from, to, zone = "UTC" }: Range) => `?${new URLSearchParams({ from, to, zone })}`;

/** Read anew: an answer is reused for half a minute, but not for a range that ends a millisecond later. */
export async function overviewOf(session: Session, { from, to, zone = "UTC" }: Range = thisTime()) {
  reads += 1;
  const later = new Date(Date.parse(to) + reads).toISOString();
  const reply = await session.call("GET", `/overview${queryOf({ from, to: later, zone })}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as ReplyOf<typeof getOverview>;
}
