import { test } from "@playwright/test";
import { playHistories } from "../../support/histories";
import { runs } from "../../support/runs";

const title =
  "whatever the order of events with references, replies, Handled, closing and reopening, panel, list, tab, overview and API agree on what is open";

test(title, { tag: "@embedded" }, async () => {
  test.setTimeout(180_000);
  await playHistories("closing", runs(200));
});

test(`${title}: 2,000 histories`, { tag: ["@slow", "@embedded"] }, async () => {
  test.setTimeout(1_800_000);
  await playHistories("closing", Number(process.env["HISTORIES"] ?? 2_000));
});
