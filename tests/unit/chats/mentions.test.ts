import { test } from "@playwright/test";
import fc from "fast-check";
import { messagesOf } from "@/components/desk/composer/messages";
import { triggerAt } from "@/components/desk/composer/trigger";
import { isMentioned, segmentsOf } from "@/lib/chats/shared/mentions";
import { expect } from "../../support/expect";

const tom = { id: "tom", name: "Tom" };
const tomRay = { id: "ray", name: "Tom Ray" };
const marked = (text: string, mentions: { id: string; name: string }[]) =>
  segmentsOf(text, mentions)
    .map((one) => (one.isMention ? `[${one.text}]` : one.text))
    .join("");

test("a name behind an @ is a mention, and a part of a longer name is not", () => {
  expect(isMentioned("@Tom look", "Tom")).toBe(true);
  expect(isMentioned("ask (@Tom), please", "Tom")).toBe(true);
  expect(isMentioned("@Tomáš look", "Tom")).toBe(false);
  expect(isMentioned("@Tomáš and @Tom", "Tom")).toBe(true);
  for (const text of ["Tom look", "@ Tom", "@tom", ""]) expect(isMentioned(text, "Tom"), text).toBe(false);
  expect(isMentioned("anything", "")).toBe(false);
});

test("mentions are parts of their own, the longer name first", () => {
  expect(marked("@Tom Ray and @Tom: look, @Tommy", [tom, tomRay])).toBe("[@Tom Ray] and [@Tom]: look, @Tommy");
  expect(marked("@Tom@Tom", [tom])).toBe("[@Tom][@Tom]");
  expect(marked("Nobody", [tom])).toBe("Nobody");
  expect(marked("@Tom (.*) $&", [{ id: "x", name: "(.*)" }, tom])).toBe("[@Tom] (.*) $&");
});

test("the segments of a note are its text", () => {
  const text = fc.array(fc.constantFrom("@Tom", "@Tom Ray", "@", " ", "Tom", "a", "é", "\n", "👍")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (note) => {
      const segments = segmentsOf(note, [tom, tomRay]);
      expect(segments.map((one) => one.text).join("")).toBe(note);
      for (const one of segments) if (one.isMention) expect(["@Tom", "@Tom Ray"]).toContain(one.text);
    }),
  );
});

test("a note mentions those whose names are still in its text, and a message nobody", () => {
  const draft = { text: "@Tom Ray look", mentions: [tom, tomRay, { id: "mia", name: "Mia" }] };
  expect(messagesOf({ kind: "note", ...draft }, "website")).toEqual([{ text: "@Tom Ray look", mentions: [tom, tomRay] }]);
  expect(messagesOf({ kind: "note", text: "Look", mentions: [tom] }, "website")).toEqual([{ text: "Look" }]);
  expect(messagesOf({ kind: "message", ...draft }, "website")).toEqual([{ text: "@Tom Ray look" }]);
});

const at = (text: string, signs: ("/" | "@")[] = ["/", "@"]) => triggerAt(text, text.length, signs);

test("a sign opens its list at the beginning of a word", () => {
  expect(at("/")).toEqual({ sign: "/", query: "", start: 0, end: 1 });
  expect(at("Hello /ref")).toEqual({ sign: "/", query: "ref", start: 6, end: 10 });
  expect(at("Hello\n/refund late")).toEqual({ sign: "/", query: "refund late", start: 6, end: 18 });
  expect(at("ask @To")).toEqual({ sign: "@", query: "To", start: 4, end: 7 });
  for (const text of ["", "and/or", "1/2", "https://example.com", "/a/b", "/ ", "5 / 6", "ada@example", "@@", "/refund\nnext"])
    expect(at(text), text).toBeNull();
  expect(at("@To", ["/"])).toBeNull();
  expect(at(`/${"a".repeat(41)}`)).toBeNull();
  expect(at(`${"long ".repeat(500)}/${"a".repeat(40)}`)?.query).toHaveLength(40);
});

test("the list belongs to the word before the caret, not to what is behind it", () => {
  expect(triggerAt("/re and more", 3, ["/"])).toEqual({ sign: "/", query: "re", start: 0, end: 3 });
  expect(triggerAt("/re and more", 0, ["/"])).toBeNull();
});

test("what a list replaces is the sign and what was typed behind it", () => {
  fc.assert(
    fc.property(fc.string(), fc.stringMatching(/^[a-z]{0,10}$/), fc.string(), (before, query, after) => {
      const text = `${before} /${query}`;
      const trigger = triggerAt(text + after, text.length, ["/"]);
      expect(trigger && text.slice(trigger.start, trigger.end)).toBe(`/${query}`);
    }),
  );
});
