import type { Page } from "@playwright/test";
import { newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";
import { gate } from "../../support/gate";
import { laterScripts, openHydrated } from "../browser";

const box = (page: Page) => page.getByRole("textbox", { name: "Message" });

test("a dialog that comes too late does not open: who typed something else keeps the keys", async ({ ada: team, receiver, signedIn }) => {
  const desk = await newDesk(team, receiver);
  const options = { confirms: true, explanation: "Pays it back." };
  const changed = await desk.session.call("PATCH", `/actions/buttons/${desk.buttonId}`, { options });
  expect(changed.status, changed.text).toBe(200);
  const page = await signedIn(team);
  const path = `/${team.workspace}/chats/${desk.chatId}`;
  const { opened: held, open: letGo } = gate();
  const asked = await laterScripts(page, path, async (route) => {
    await held;
    await route.continue();
  });
  let finished = 0;
  page.on("requestfinished", (request) => {
    if (request.url().includes("/_next/static/chunks/")) finished += 1;
  });
  await openHydrated(page, path);
  const button = page.getByRole("group", { name: "Actions" }).getByRole("button").first();
  await button.click();
  await expect.poll(asked).toBeGreaterThan(0);
  await box(page).click();
  await box(page).pressSequentially("20\n");
  const before = finished;
  letGo();
  await expect.poll(() => finished - before).toBeGreaterThanOrEqual(asked());
  await box(page).pressSequentially("more\n");
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue("20\nmore\n");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await button.click();
  await expect(page.getByRole("dialog")).toContainText("Pays it back.");
  expect(desk.calls()).toEqual([]);
});
