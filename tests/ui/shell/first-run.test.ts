import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures";
import { kit, startKit } from "../../support/kit";
import { addMember } from "../../support/members";
import { freePort, newFolder, startServer } from "../../support/server";
import { startShop } from "../../support/shop";
import { expectAccessibleInEveryLook } from "../accessible";
import { hydrated } from "../browser";
import { chat, openChat, visit, write } from "../shop";

const run = promisify(execFile);
/** What somebody does with a command that was copied. */
const inTerminal = (command: string) => run("sh", ["-c", `${command} -sS`]);

const list = (page: Page) => page.getByRole("region", { name: "First steps" });
const step = (page: Page, title: string) => list(page).getByRole("button", { name: title });
const command = (page: Page) => list(page).locator("pre");
const back = (page: Page) => page.getByRole("link", { name: "Back to the first steps" });

test("from an empty folder to a red card and an answered button, by the screens alone", { tag: "@embedded" }, async ({ browser }) => {
  test.slow();
  const port = await freePort();
  const address = `http://127.0.0.1:${port}/actions`;
  const server = await startServer({ dataDir: newFolder(), env: { ACTIONS_ALLOW_ORIGINS: new URL(address).origin, PLANS: "0" } });
  const shop = await startShop(server.url);
  try {
    const page = await (await browser.newContext({ baseURL: server.url })).newPage();
    await page.goto("/");
    await hydrated(page);
    await page.getByLabel("Workspace name").fill("Acme");
    await page.getByLabel("Your name").fill("Mia Berg");
    await page.getByLabel("E-mail").fill("mia@example.com");
    await page.getByLabel("Password").fill("correct horse battery");
    await page.getByRole("button", { name: "Create workspace" }).click();

    // An empty desk is the list. A key is made there, and shown once.
    await expect(list(page)).toContainText("0 of 8 done");
    await expectAccessibleInEveryLook(page, "the first steps");
    await page.setViewportSize({ width: 1440, height: 900 });
    await list(page).getByRole("button", { name: "Make a key" }).click();
    const key = (await list(page).getByRole("status", { name: "Your key" }).textContent()) ?? "";
    expect(key).toMatch(/^bsk_/);
    await expect(list(page)).toContainText("1 of 8 done");

    // What a terminal sends ticks its step by itself.
    await expect(step(page, "Send your first contact")).toHaveAttribute("aria-expanded", "true");
    await expect(command(page)).toContainText(key);
    await inTerminal((await command(page).textContent()) ?? "");
    await expect(step(page, "Send your first contact")).toContainText("done");
    await expect(command(page)).toContainText("/api/v1/events");
    const event = (await command(page).textContent()) ?? "";
    await inTerminal(event);
    await expect(list(page)).toContainText("3 of 8 done");
    await list(page).getByRole("link", { name: "Payment failed · Ada Okafor" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Ada Okafor");
    await page.goBack();

    // The key is not shown again, and is in no address.
    await expect(list(page)).toContainText("3 of 8 done");
    expect(await page.content()).not.toContain(key);

    // A channel: the line of the settings is in the page, and the customer writes.
    await list(page).getByRole("link", { name: "Set up the website’s chat" }).click();
    await page.getByLabel("Allowed origins").fill(shop.origin);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved. Pages show it within 5 minutes.")).toBeVisible();
    await page.getByRole("switch", { name: "Show the chat" }).click();
    await expect(page.getByText("The chat is on.")).toBeVisible();
    await expect(page.getByRole("status", { name: "Line to paste" })).toContainText(`${server.url}/loader/acme.js`);
    const customer = await visit(browser, shop.page("acme"));
    await openChat(customer);
    await write(customer, "My card was charged twice.");
    await back(page).click();
    await expect(step(page, "Connect a channel")).toContainText("done");

    // The operator has no plans, so there is no page of them.
    await list(page).getByRole("link", { name: "Enter the address" }).click();
    await expect(page.getByRole("link", { name: "Data", exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Plan", exact: true })).toHaveCount(0);
    expect(await (await page.request.get("/acme/settings/plan")).text()).toContain("Page not found");
    const cookies = { origin: server.url };
    expect((await page.request.put("/api/w/acme/plan", { data: { plan: "free" }, headers: cookies })).status()).toBe(403);

    // Saved while nothing answers there: why, with the port. The check says the same, and afterwards nothing is red.
    await page.getByLabel("HTTPS address").fill(address);
    await page.getByRole("button", { name: "Save" }).first().click();
    await expect(page.getByText(`Saved, but nothing answers at 127.0.0.1:${port}: connection refused.`)).toBeVisible();
    const refused = page.getByText(`Nothing answers at 127.0.0.1:${port}: connection refused.`, { exact: true });
    await expect(refused).toHaveCount(1);
    await page.getByRole("button", { name: "Check my server" }).click();
    await expect(page.getByText("Your server was not reached, so there is nothing to judge.")).toBeVisible();
    await expect(refused).toHaveCount(1);

    // The receiver: its code and the secret are copied from the page, and the check finds nothing.
    await page.getByRole("button", { name: "Reveal" }).click();
    const secret = (await page.getByText(/^whsec_[A-Za-z0-9_-]{43}$/).textContent()) ?? "";
    const node = kit.find(({ id }) => id === "node");
    if (!node) throw new Error("There is no receiver for Node.");
    await startKit(node, await page.getByRole("textbox", { name: `Receiver for ${node.name}` }).inputValue(), { secret, port });
    await page.getByRole("button", { name: "Check my server" }).click();
    await expect(page.getByText("Your server passed all 7 checks.")).toBeVisible();
    await expect(refused).toHaveCount(0);
    await page.getByRole("button", { name: "Add button" }).click();
    await page.getByRole("dialog").getByLabel("Label").fill("Retry payment");
    await page.getByRole("dialog").getByRole("button", { name: "Add button" }).click();
    await expect(page.getByRole("list", { name: "Buttons" })).toContainText("retry_payment");
    await back(page).click();
    await expect(list(page)).toContainText("7 of 8 done");

    // The agent says who the visitor is: the problem is red beside the chat, and its next one is a red card.
    await page.getByRole("link", { name: "Chats", exact: true }).click();
    await expect(page.getByRole("link", { name: "1 first step is left" })).toBeVisible();
    await page
      .getByRole("navigation", { name: "Chats", exact: true })
      .getByRole("link", { name: /My card was charged twice/ })
      .click();
    await page.getByRole("button", { name: "Link to contact…" }).click();
    await page.getByRole("dialog").getByRole("combobox").fill("Ada");
    await page
      .getByRole("dialog")
      .getByRole("option", { name: /Ada Okafor/ })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Link", exact: true }).click();
    await expect(page.getByRole("region", { name: "Problems" })).toContainText("Payment failed");
    await inTerminal(event.replace("$BESIDE_KEY", key));
    const log = page.getByRole("log", { name: "Conversation" });
    await expect(
      log
        .getByRole("article", { name: /Payment failed/ })
        .or(log.getByRole("listitem").filter({ hasText: "Payment failed" }))
        .first(),
    ).toBeVisible();
    await page.getByRole("group", { name: "Actions", exact: true }).getByRole("button", { name: "Retry payment" }).click();
    await expect(log).toContainText("retry_payment arrived for user_8841.");
    await expect(chat(customer).getByRole("log")).not.toContainText("retry_payment");
  } finally {
    shop.close();
    await server.stop();
  }
});

test("empty screens lead admins to their step; the list is put away and found again, and agents see none of it", async ({
  ada,
  signedIn,
}) => {
  const page = await signedIn(ada, "/overview");
  const lead = async (title: string) => {
    await page.getByRole("link", { name: title, exact: true }).click();
    await expect(step(page, title)).toHaveAttribute("aria-expanded", "true");
  };
  await lead("Send your first event");
  for (const [path, title] of [
    ["contacts", "Send your first contact"],
    ["settings/actions/calls", "Enter the address of your server"],
    ["settings/requests", "Make an API key"],
  ] as const) {
    await page.goto(`/${ada.workspace}/${path}`);
    await lead(title);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/${ada.workspace}/chats`);
  await lead("Connect a channel");
  await expectAccessibleInEveryLook(page, "the page of the first steps");

  // Sample people fill the desk and leave it in one click.
  await list(page).getByRole("button", { name: "Fill with sample people" }).click();
  await expect(page.getByRole("navigation", { name: "Chats", exact: true })).toContainText("Ada Okafor (sample)");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("link", { name: "7 first steps are left" }).click();
  await list(page).getByRole("button", { name: "Remove sample people" }).click();
  await expect(list(page).getByRole("button", { name: "Fill with sample people" })).toBeVisible();

  // Away for all admins, and back by the palette.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/${ada.workspace}/chats`);
  await hydrated(page);
  await list(page).getByRole("button", { name: "Put away" }).click();
  await expect(page.getByText("Choose a chat")).toBeVisible();
  await expect(list(page)).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("onboarding");
  await page.getByRole("option", { name: "Go to First steps" }).click();
  await list(page).getByRole("button", { name: "Show in Chats again" }).click();
  await page.getByRole("link", { name: "Chats", exact: true }).click();
  await expect(list(page)).toBeVisible();

  const tom = await addMember(ada, { name: "Tom Ray" });
  const agent = await signedIn(ada, "/chats", { as: tom });
  await expect(agent.getByText("Choose a chat")).toBeVisible();
  await expect(agent.getByRole("link", { name: "Connect a channel" })).toHaveCount(0);
  expect((await agent.goto(`/${ada.workspace}/start`))?.status()).toBe(404);
  await agent.goto(`/${ada.workspace}/contacts`);
  await expect(agent.getByText("No contacts yet")).toBeVisible();
  await expect(agent.getByRole("link", { name: "Send your first contact" })).toHaveCount(0);
});
