import type { search } from "@/lib/desk/search/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { expect, type Session } from "../support/fixtures";

export type Found = ReplyOf<typeof search>;
type Name = Found["people"][number]["name"];

export async function find(session: Session, q: string, cursor?: string): Promise<Found> {
  const reply = await session.call("GET", `/search?${new URLSearchParams({ q, ...(cursor ? { cursor } : {}) })}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Found;
}

export const nothing = { people: [], messages: { items: [], next: null }, events: [], isPartial: false };
export const textOf = (name: Name): string => ("text" in name ? name.text : "");
export const markedIn = (name: Name): string[] => ("text" in name ? name.ranges.map(([from, to]) => name.text.slice(from, to)) : []);
export const names = ({ people }: Found): string[] => people.map(({ name }) => textOf(name));
export const snippets = ({ messages }: Found): string[] => messages.items.map(({ snippet }) => snippet.text);

/** Everything is indexed a moment after it was written. */
export const whenFound = (session: Session, q: string, of: (found: Found) => unknown) =>
  expect.poll(async () => of(await find(session, q)), { timeout: 10_000, message: q });
