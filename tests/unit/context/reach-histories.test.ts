import { test } from "@playwright/test";
import { playHistories } from "../../support/histories";

const title =
  "random histories, with merges: the inspector says what a dry run says, and a dry run what the event then does and says of itself, at once and in the end";

/** `HISTORIES=10000`, in parts by HISTORIES_SEED; a thousand may take half an hour on a busy machine. */
const count = Number(process.env["HISTORIES"] ?? 1_000);

test(title, { tag: "@slow" }, async () => {
  test.setTimeout(count * 2_000);
  await playHistories("reach", count);
});
