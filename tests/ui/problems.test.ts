import { expect, test } from "../support/fixtures";
import { signedIn } from "./browser";

test("lists every problem of a person, twenty at a time, while new ones arrive", async ({ ada, server, browser }) => {
  const phone = "447911000001";
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada", phone } });
  const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone, name: "Ada" });
  const start = Date.now() - 3_600_000;
  const record = (index: number) =>
    ada.api("POST", "/events", {
      // Pairs have the same time, and a page boundary falls between two of a pair.
      body: {
        event: `Payment ${String(index).padStart(2, "0")} failed`,
        userId: "user_1",
        occurredAt: new Date(start + Math.ceil(index / 2) * 1000).toISOString(),
      },
    });
  for (let index = 1; index <= 45; index += 1) expect((await record(index)).status).toBe(201);

  const page = await signedIn(browser, server, ada.owner);
  await page.goto(`/${ada.workspace}/chats/${chatId}`);
  const problems = page.getByRole("region", { name: "Problems" });
  const shown = problems.getByRole("heading", { level: 3 });
  const names = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, index) => `Payment ${String(from - index).padStart(2, "0")} failed`);
  await expect(shown).toHaveText(names(45, 43));
  await problems.getByRole("button", { name: "Show 17 more" }).click();
  await expect(shown).toHaveText(names(45, 26));
  await expect(problems).toContainText("20 of 45");
  await problems.getByRole("button", { name: "Show more" }).click();
  await expect(shown).toHaveText(names(45, 6));

  // A new problem appears on top, and the pages fetched before stay.
  await ada.api("POST", "/events", { body: { event: "Payment 46 failed", userId: "user_1" } });
  await expect(shown).toHaveText(names(46, 6));
  await problems.getByRole("button", { name: "Show more" }).click();
  await expect(shown).toHaveText(names(46, 1));
  await expect(problems.getByRole("button", { name: "Show more" })).toHaveCount(0);
  await expect(problems).not.toContainText(" of 46");
  await problems.getByRole("button", { name: "Show fewer" }).click();
  await expect(shown).toHaveText(names(46, 44));
});
