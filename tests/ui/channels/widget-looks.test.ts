import AxeBuilder from "@axe-core/playwright";
import { answer, openWebsite } from "../../support/visitor";
import { chat, expect, frame, launcher, openChat, rows, teamView, test, visit, write } from "../shop";

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };

for (const colorScheme of ["light", "dark"] as const) {
  for (const [name, viewport] of Object.entries(sizes)) {
    // Every run covers each size and each scheme once; the other two pairs are tagged slow.
    const tag = (name === "wide") === (colorScheme === "light") ? [] : "@slow";
    test(`the chat is accessible, ${name} and ${colorScheme}`, { tag }, async ({ ada, shop, owner, browser }) => {
      const page = await visit(browser, shop.page(ada.workspace), { viewport, colorScheme });
      const violations = async () => {
        const found = (await new AxeBuilder({ page }).analyze()).violations;
        return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
      };
      await expect(launcher(page)).toBeVisible();
      expect(await violations()).toEqual([]);

      await openChat(page);
      await write(page, "Do you have this in blue? See https://shop.example.com/blue.");
      await expect(rows(page, "in blue").locator("time")).toBeVisible();
      const [only] = (await teamView(owner)).chats;
      await answer(owner, only?.id ?? "", "We do.");
      await expect(rows(page, "We do.")).toBeVisible();
      await page.route("**/api/widget/*/messages", (route) => route.abort());
      await write(page, "Wonderful");
      await expect(rows(page, "Wonderful")).toContainText("Not sent");
      expect(await violations()).toEqual([]);

      const box = await frame(page).boundingBox();
      if (name === "narrow") expect(box).toEqual({ x: 0, y: 0, ...viewport });
      else expect(box?.height).toBeLessThanOrEqual(viewport.height);
      const overflow = await chat(page)
        .locator("html")
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await chat(page).getByRole("button", { name: "Close chat" }).click();
      await expect(frame(page)).toBeHidden();
      await expect(launcher(page)).toBeFocused();
    });
  }
}

for (const colour of ["#ffe14d", "#101828"]) {
  test(`the icon and the texts are readable on ${colour}`, async ({ ada, shop, browser }) => {
    await openWebsite(ada, { allowedOrigins: [shop.origin], colour, position: "left" });
    const page = await visit(browser, shop.page(ada.workspace));
    await openChat(page);
    await write(page, "Hello");
    await expect(rows(page, "Hello").locator("time")).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).withRules(["color-contrast"]).analyze();
    expect(violations).toEqual([]);
    await page.mouse.move(0, 0);
    await expect.poll(async () => (await launcher(page).boundingBox())?.x).toBe(20);
  });
}

test("asks for an e-mail address when nobody has answered for a while, and hands it on as typed", async ({ ada, shop, owner, browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(shop.page(ada.workspace));
  await openChat(page);
  await write(page, "Hello?");
  await expect(rows(page, "Hello?").locator("time")).toBeVisible();
  const form = chat(page).getByRole("region", { name: "Nobody has answered yet" });
  await expect(form).toHaveCount(0);
  await page.clock.fastForward("05:00");
  await form.getByRole("textbox", { name: "E-mail" }).fill("not an address");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toHaveText("Enter an address such as ada@example.com.");
  await form.getByRole("textbox", { name: "E-mail" }).fill("ada@example.com");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("status")).toHaveText("We may write to you at ada@example.com.");
  const [only] = (await teamView(owner)).chats;
  const { text } = await owner.call("GET", `/chats/${only?.id}/panel`);
  expect(text).toContain("ada@example.com");
});
