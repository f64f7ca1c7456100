import { test } from "@playwright/test";
import { playHistories } from "../../support/histories";
import { runs } from "../../support/runs";

const title = "random batches are answered, and leave the database, as the same items sent one by one";

test(title, { tag: "@embedded" }, async () => {
  test.setTimeout(180_000);
  await playHistories("batches", runs(300));
});

test(`${title}: 10,000 batches`, { tag: ["@slow", "@embedded"] }, async () => {
  test.setTimeout(1_800_000);
  await playHistories("batches", Number(process.env["HISTORIES"] ?? 4_000));
});
