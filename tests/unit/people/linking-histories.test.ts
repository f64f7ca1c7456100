import { test } from "@playwright/test";
import { playHistories } from "../../support/histories";
import { runs } from "../../support/runs";

const title = "random histories join no two people and no contact that belong apart, agree on open problems, and deletions leave nothing";

test(title, async () => {
  test.setTimeout(180_000);
  await playHistories("main", runs(150));
});

test(`1,000 ${title}`, { tag: "@slow" }, async () => {
  test.setTimeout(1_800_000);
  await playHistories("main", Number(process.env["HISTORIES"] ?? 1_000));
});
