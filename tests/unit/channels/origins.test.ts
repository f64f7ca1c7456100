import { test } from "@playwright/test";
import { originIn, originLines } from "@/components/settings/channels/origins";
import { checkDraft, draftOf } from "@/components/settings/channels/website/website-draft";
import { expect } from "../../support/expect";

const saved = {
  allowedOrigins: ["https://shop.example.com", "https://www.example.com"],
  allowAnyOrigin: false,
  colour: "#1d4ed8",
  position: "right",
  greeting: "Hi",
  language: "auto",
  isOn: true,
} as const;
const draft = draftOf({ ...saved, allowedOrigins: [...saved.allowedOrigins] });

test("takes the address of a browser's address bar as its origin, and leaves everything else for the validation", () => {
  expect(originIn(" https://Shop.example.com/ ")).toBe("https://shop.example.com");
  expect(originIn("https://shop.example.com:443")).toBe("https://shop.example.com");
  for (const text of ["shop.example.com", "https://shop.example.com/cart", "https://shop.example.com/?a=1", "data:,x", ""])
    expect(originIn(text)).toBe(text);
});

test("skips empty lines and counts lines from 1", () => {
  expect(originLines("\n https://a.example \n\nhttps://b.example/")).toEqual([
    { origin: "https://a.example", line: 2 },
    { origin: "https://b.example", line: 4 },
  ]);
});

test("settings that were not edited are sent as they were saved", () => {
  expect(checkDraft(draft, true)).toEqual({ ok: true, body: saved });
});

test("a wrong origin is reported with its line, and only the first one", () => {
  const checked = checkDraft({ ...draft, origins: "https://a.example\n\nhttps://b.example/path\nhttp://c.example" }, true);
  expect(checked).toMatchObject({
    ok: false,
    problems: { origins: { line: 3, message: expect.stringMatching(/must be an origin such as/), refusal: { key: "origin" } } },
  });
});

test("each field has its own problem", () => {
  const checked = checkDraft({ ...draft, colour: "blue", greeting: "x".repeat(301), origins: "shop.example.com" }, true);
  expect(checked).toMatchObject({
    ok: false,
    problems: {
      colour: { refusal: { key: "colour" } },
      greeting: { refusal: { key: "maxLength", params: { max: 300 } } },
      origins: { line: 1, refusal: { key: "origin" } },
    },
  });
});
