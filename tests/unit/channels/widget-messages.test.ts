import { test } from "@playwright/test";
import fc from "fast-check";
import type { VisitorMessage } from "@/components/channels/website/api";
import { compareMessages, countUnread, mergeMessages, waitingSince } from "@/components/channels/website/messages";
import { newToken, tokenPattern } from "@/components/channels/website/protocol";
import { asExpression } from "@/lib/kernel/expression";
import { expect } from "../../support/expect";

const message = (id: string, second: number, author: VisitorMessage["author"] = "agent", text = ""): VisitorMessage => ({
  id,
  author,
  authorName: null,
  text,
  attachments: [],
  isEdited: false,
  isDeleted: false,
  createdAt: new Date(second * 1_000).toISOString(),
  seq: second,
});

test("pages in any order make one list: each message once, in order, the latest answer wins", () => {
  const any = fc.array(fc.record({ id: fc.constantFrom("a", "b", "c", "d"), text: fc.string() }), { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 6 }), (pages) => {
      const at = { a: 1, b: 2, c: 2, d: 3 };
      const read = pages.map((page) => page.map(({ id, text }) => message(id, at[id as keyof typeof at], "agent", text)));
      const merged = read.reduce<VisitorMessage[]>(mergeMessages, []);
      const all = read.flat();
      expect(merged.map(({ id }) => id).sort()).toEqual([...new Set(all.map(({ id }) => id))].sort());
      for (const one of merged) expect(one.text).toBe(all.findLast(({ id }) => id === one.id)?.text);
      for (const [index, one] of merged.entries()) {
        const before = merged[index - 1];
        if (before) expect(compareMessages(before, one)).toBeLessThanOrEqual(0);
      }
    }),
  );
});

test("unread are the team's messages after what was seen", () => {
  const messages = [message("a", 1), message("b", 2, "customer"), message("c", 3), message("d", 4)];
  expect(countUnread(messages, "")).toBe(3);
  expect(countUnread(messages, new Date(3_000).toISOString())).toBe(1);
  expect(countUnread(messages, new Date(4_000).toISOString())).toBe(0);
});

test("a visitor waits from their first unanswered message on", () => {
  expect(waitingSince([])).toBeUndefined();
  expect(waitingSince([message("a", 1, "customer"), message("b", 2)])).toBeUndefined();
  const again = [message("a", 1, "customer"), message("b", 2), message("c", 3, "customer"), message("d", 4, "customer")];
  expect(waitingSince(again)).toBe(new Date(3_000).toISOString());
});

test("a new token has the form that the server accepts, and is new each time", () => {
  const tokens = Array.from({ length: 50 }, newToken);
  expect(tokens.filter((token) => !tokenPattern.test(token))).toEqual([]);
  expect(new Set(tokens).size).toBe(50);
});

test("settings in front of the script stay data, whatever they hold", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = asExpression(value);
      expect(text).not.toMatch(/[<>\u2028\u2029]/);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(asExpression("</script><!--\u2028")).toBe('"\\u003c/script\\u003e\\u003c!--\\u2028"');
});
