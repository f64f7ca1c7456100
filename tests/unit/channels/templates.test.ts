import { test } from "@playwright/test";
import { windowAt } from "@/components/desk/window/messaging-window";
import { findTemplates, languageName, previewParts, previewText } from "@/components/desk/window/templates";
import type { Template } from "@/lib/channels/whatsapp/contract";
import { expect } from "../../support/expect";

const template = (name: string, preview: string, language = "en"): Template => ({
  name,
  language,
  category: "UTILITY",
  variables: [],
  preview,
  problem: null,
});

test("a preview is split into texts and variables, and a variable may occur twice", () => {
  expect(previewParts("{{body.1}}, hi {{ body.1 }}")).toEqual([
    { id: 1, kind: "variable", name: "body.1" },
    { id: 2, kind: "text", text: ", hi " },
    { id: 3, kind: "variable", name: "body.1" },
  ]);
  expect(previewParts("{ {{}} } 100 %")).toEqual([{ id: 0, kind: "text", text: "{ {{}} } 100 %" }]);
});

test("a list shows variables by the names that the template gives them", () => {
  const variables = [{ key: "body.1", component: "body" as const, label: "1", example: null }];
  expect(previewText({ preview: "Hi {{body.1}} {{other}}", variables })).toBe("Hi {{1}} {{other}}");
});

test("a search finds every word, in the name or the text, in any case and without accents", () => {
  const all = [template("order_update", "Your order is on its way"), template("appointment", "Ihr Termin ist bestätigt", "de")];
  const names = (search: string) => findTemplates(all, search).map(({ name }) => name);
  expect(names("")).toEqual(["order_update", "appointment"]);
  expect(names("update ORDER")).toEqual(["order_update"]);
  expect(names("order_update")).toEqual(["order_update"]);
  expect(names("bestatigt")).toEqual(["appointment"]);
  expect(names("order termin")).toEqual([]);
});

test("a language has its English name, and an unknown one its code", () => {
  expect(languageName("de", "en")).toBe("German");
  expect(languageName("pt_BR", "en")).toBe("Brazilian Portuguese");
  expect(languageName("?", "en")).toBe("?");
});

test("a window is open until its last moment, over after it, and over for a customer who never wrote", () => {
  const reply = { hasWindow: true, opensUntil: "2026-11-22T10:00:00.000Z", lastCustomerMessageAt: "2026-11-21T10:00:00.000Z" };
  const end = Date.parse(reply.opensUntil);
  expect(windowAt(reply, end - 1)).toEqual({ state: "open", until: reply.opensUntil });
  expect(windowAt(reply, end)).toEqual({ state: "over", lastAt: reply.lastCustomerMessageAt });
  expect(windowAt({ hasWindow: true, opensUntil: null, lastCustomerMessageAt: null }, end)).toEqual({ state: "over", lastAt: null });
  expect(windowAt({ ...reply, hasWindow: false }, end)).toEqual({ state: "none" });
  expect(windowAt(undefined, end)).toEqual({ state: "none" });
});
