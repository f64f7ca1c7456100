import { test } from "@playwright/test";
import { playHistories } from "../../support/histories";
import { runs } from "../../support/runs";

const title = "after any merges and undoings each event and person is with the contact of their userId, and deletions leave nothing";

test(title, async () => {
  test.setTimeout(180_000);
  await playHistories("merging", runs(100));
});

test(`${title}: 1,000 histories`, { tag: "@slow" }, async () => {
  test.setTimeout(1_800_000);
  await playHistories("merging", Number(process.env["HISTORIES"] ?? 1_000));
});
