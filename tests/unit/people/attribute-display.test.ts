import { test } from "@playwright/test";
import { type AttributeDisplay, type AttributeFormat, saveAttributeDisplay } from "@/lib/people/attribute-display/contract";
import { type AttributeValue, arrange } from "@/lib/people/attribute-display/shared/arrange";
import { shownValue } from "@/lib/people/attribute-display/shared/format";
import { expect } from "../../support/expect";

const reader = { locale: "en-GB", timeZone: "Europe/Berlin" };
const show = (format: AttributeFormat, value: AttributeValue, as = reader) => shownValue(format, value, as);
const textOf = (format: AttributeFormat, value: AttributeValue, as = reader) => {
  const shown = show(format, value, as);
  return "text" in shown ? shown.text : shown.href;
};
const money = (currency: string): AttributeFormat => ({ kind: "money", currency });

test("writes numbers and money as the reader's locale does", () => {
  expect(textOf({ kind: "number" }, 1234567.5)).toBe("1,234,567.5");
  expect(textOf({ kind: "number" }, "1234567.5", { ...reader, locale: "de-DE" })).toBe("1.234.567,5");
  expect(textOf({ kind: "number" }, 0.1 + 0.2)).toBe("0.3");
  expect(textOf({ kind: "number" }, -0)).toBe("0");
  expect(textOf(money("EUR"), 59.9)).toBe("€59.90");
  expect(textOf(money("EUR"), "-1059.9", { ...reader, locale: "de-DE" })).toBe("-1.059,90\u00a0€");
  expect(textOf(money("JPY"), 1200)).toMatch(/1,200$/);
  expect(textOf(money("EUR"), 0.0125)).toBe("€0.0125");
});

test("shows what is no number as the text that it is, and never another number", () => {
  const values = [
    ...[
      "",
      " ",
      "12,50",
      "1e5",
      "0x10",
      "007",
      "+5",
      "1_000",
      "١٢",
      "NaN",
      "Infinity",
      "59.90 EUR",
      "1 000",
      "9007199254740993",
      "0.1234567",
    ],
    ...["-", ".5", "5.", "--1", "1.2.3", "\u202e12", "12\n", true, false, 1e300, 1e15, 1e-12],
  ];
  for (const kind of [{ kind: "number" } as const, money("EUR")])
    for (const value of values) expect(show(kind, value), String(value)).toEqual({ kind: "text", text: String(value) });
  expect(show(money("no currency"), 5)).toEqual({ kind: "text", text: "5" });
  expect(show(money("EUR"), 5, { ...reader, locale: "not a locale" })).toEqual({ kind: "text", text: "5" });
});

test("writes a day as the same day everywhere, and a moment in the reader's zone", () => {
  for (const timeZone of ["Pacific/Kiritimati", "UTC", "America/Los_Angeles"])
    expect(show({ kind: "date" }, "2026-03-01", { ...reader, timeZone })).toEqual({
      ...{ kind: "time", text: "1 Mar 2026", exact: expect.stringMatching(/^Sunday,? 1 March 2026$/), dateTime: "2026-03-01" },
    });
  const at = "2026-03-01T23:30:00Z";
  expect(show({ kind: "date" }, at)).toMatchObject({ text: "2 Mar 2026", dateTime: "2026-03-01T23:30:00.000Z" });
  expect(show({ kind: "dateTime" }, at)).toMatchObject({ text: "2 Mar 2026, 00:30", exact: expect.stringContaining("00:30:00") });
  expect(show({ kind: "dateTime" }, "2026-03-01T23:30:00.123456-08:00", { ...reader, timeZone: "UTC" })).toMatchObject({
    text: "2 Mar 2026, 07:30",
  });
  expect(show({ kind: "dateTime" }, "2026-03-01")).toMatchObject({ text: "1 Mar 2026" });
  expect(textOf({ kind: "date" }, 1_766_000_000)).toBe("17 Dec 2025");
  expect(textOf({ kind: "date" }, 1_766_000_000_000)).toBe("17 Dec 2025");
  expect(textOf({ kind: "date" }, "2026-03-01", { ...reader, locale: "de-DE" })).toBe("01.03.2026");
});

test("shows what is no day and no moment as the text that it is", () => {
  const values = [
    ...["", "2026-02-30", "2026-13-01", "2026-00-10", "01.03.2026", "3/1/26", "yesterday", "2026-03-01T10:00:00", "2026-03-01 10:00Z"],
    ...[
      "2026-03-01T24:00:00Z",
      "2026-03-01T10:61:00Z",
      "2026-03-01T10:00:00+99:00",
      "0000-01-01",
      "9999-01-01",
      "+275761-01-01",
      "-000001-01-01",
    ],
    ...["2026-03-01T10:00:00Z\u202e", "1766000000", 20_260_301, 0, -1, 1.5, 1e8 - 1, 1e14, 1e300, true],
  ];
  for (const kind of ["date", "dateTime"] as const)
    for (const value of values) expect(show({ kind }, value), String(value)).toEqual({ kind: "text", text: String(value) });
});

test("links to the web only, and shows the host that the browser will ask", () => {
  const link = { kind: "link" } as const;
  expect(show(link, "https://shop.example.com")).toEqual({
    kind: "link",
    href: "https://shop.example.com/",
    host: "shop.example.com",
    path: "",
  });
  expect(show(link, "HTTP://Shop.Example.com:8080/orders/42?a=1#b")).toEqual({
    ...{ kind: "link", href: "http://shop.example.com:8080/orders/42?a=1#b", host: "shop.example.com:8080", path: "/orders/42?a=1#b" },
  });
  // A letter of another alphabet, and a backslash that browsers read as a slash.
  expect(show(link, "https://pаypal.com/")).toMatchObject({ kind: "link", host: "xn--pypal-4ve.com" });
  expect(show(link, "https://good.example\\@evil.example")).toMatchObject({ kind: "link", host: "good.example" });
});

test("shows every other address as text", () => {
  const values = [
    ...[
      "javascript:alert(1)",
      "JavaScript:alert(1)",
      "java\nscript:alert(1)",
      " javascript:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "file:///etc",
    ],
    ...[
      "//evil.example",
      "/path",
      "shop.example.com",
      "mailto:a@b.example",
      "https:",
      "https://",
      "https:/one.example",
      "https:\\\\evil.example",
    ],
    ...[
      "https://good.example@evil.example",
      "https://user:pass@evil.example/",
      "https://exa mple.com",
      "https://evil.example/\u202egpj.exe",
    ],
    ...[
      "https://evil.example/\u0000",
      "https://evil.example/\u200b",
      "ht\ttps://evil.example",
      "https://[::1",
      "https://a.example\nhttps://b.example",
    ],
    ...["https://%zz", 42, true],
  ];
  for (const value of values) expect(show({ kind: "link" }, value), JSON.stringify(value)).toEqual({ kind: "text", text: String(value) });
});

test("a badge holds a short word, of any type", () => {
  const badge = { kind: "badge", tone: "good" } as const;
  expect(show(badge, "pro")).toEqual({ kind: "badge", text: "pro", tone: "good" });
  expect(show(badge, true)).toEqual({ kind: "badge", text: "true", tone: "good" });
  for (const value of ["", "  ", "a\nb", "x".repeat(41)]) expect(show(badge, value)).toEqual({ kind: "text", text: value });
  expect(show(badge, "👍".repeat(40))).toMatchObject({ kind: "badge" });
});

const display = (key: string, rest: Partial<AttributeDisplay> = {}): AttributeDisplay => ({
  ...{ key, name: null, group: null, isPinned: false, format: { kind: "text" } },
  ...rest,
});
const keys = (attributes: { key: string }[]) => attributes.map(({ key }) => key);

test("arranges attributes by the settings, and the others by the alphabet, with their keys as words", () => {
  const attributes = { zip: "10115", plan: "pro", balance: 5, since: "2026-03-01", seats: 3, __proto__: "x", constructor: "y" };
  const arranged = arrange(attributes, [
    display("balance", { isPinned: true, group: "Billing", name: "Balance", format: money("EUR") }),
    display("missing", { isPinned: true }),
    display("plan", { group: "Billing" }),
    display("seats"),
    display("since", { group: "Billing", name: "Customer since" }),
    display("toString"),
  ]);
  expect(arranged.pinned).toEqual([{ key: "balance", name: "Balance", value: 5, format: money("EUR") }]);
  expect(arranged.groups.map(({ heading, attributes }) => [heading, keys(attributes)])).toEqual([
    [null, ["seats"]],
    ["Billing", ["plan", "since"]],
  ]);
  expect(arranged.groups[1]?.attributes[1]?.name).toBe("Customer since");
  expect(keys(arranged.rest)).toEqual(["constructor", "zip"]);
  const named = {
    ...{ renewsOn: "renews on", renews_on: "renews on", Renews_On: "Renews on", "renews-on": "renews-on", "Renews On": "Renews On" },
    ...{ isOnTrial: "is on trial", customerID: "customer ID", eMail: "eMail", iPhone: "iPhone", PLAN_NAME: "PLAN NAME", _: "_" },
    ...{ größeÄndern: "größe ändern", line_2: "line 2", line_10: "line 10", MRR: "MRR" },
  };
  const { rest } = arrange(named);
  expect(Object.fromEntries(rest.map(({ key, name }) => [key, name]))).toEqual(named);
  expect(rest.map(({ name }) => name)).toEqual(
    ["_", "customer ID", "eMail", "größe ändern", "iPhone", "is on trial", "line 2", "line 10"].concat([
      "MRR",
      "PLAN NAME",
      "renews on",
      "renews on",
      "Renews on",
      "Renews On",
      "renews-on",
    ]),
  );
  expect(arrange({}, [display("plan")])).toEqual({ pinned: [], groups: [], rest: [] });
  expect(keys(arrange(attributes, []).rest)).toContain("plan");
});

test("accepts 100 attributes at most, each once, with a currency that exists", () => {
  const accepts = (items: unknown[]) => saveAttributeDisplay.body.safeParse({ items, version: "v" }).success;
  const many = (count: number) => Array.from({ length: count }, (_, index) => display(`key ${index}`));
  expect([accepts([]), accepts(many(100)), accepts(many(101))]).toEqual([true, true, false]);
  expect(accepts([display("plan"), display("plan", { name: "Plan" })])).toBe(false);
  for (const currency of ["EUR", "JPY"]) expect(accepts([display("a", { format: money(currency) })])).toBe(true);
  for (const currency of ["EURO", "eur", "", "XYZ1", "\u0000"]) expect(accepts([display("a", { format: money(currency) })])).toBe(false);
  const formats = [{ kind: "html" }, { kind: "badge" }, { kind: "badge", tone: "red" }, { kind: "money" }, null, "text"];
  for (const format of formats) expect(accepts([{ ...display("a"), format }]), JSON.stringify(format)).toBe(false);
  for (const name of ["", " ", "x".repeat(61), 5]) expect(accepts([{ ...display("a"), name }])).toBe(false);
  for (const key of ["", "k".repeat(65), 7]) expect(accepts([{ ...display("a"), key }])).toBe(false);
});
