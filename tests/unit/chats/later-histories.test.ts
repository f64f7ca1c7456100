import { test } from "@playwright/test";
import { playHistories } from "../../support/histories";
import { runs } from "../../support/runs";

const title = "random histories give no chat back whose customer does not wait, and send each scheduled reply once or say why not";

test(title, async () => {
  test.setTimeout(180_000);
  await playHistories("later", runs(200));
});

test(`1,000 ${title}`, { tag: "@slow" }, async () => {
  test.setTimeout(1_800_000);
  await playHistories("later", Number(process.env["HISTORIES"] ?? 1_000));
});
