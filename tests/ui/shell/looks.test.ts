import type { Page } from "@playwright/test";
import { expect, type SignedIn, type Team, test } from "../../support/fixtures";
import { checkedImport, ranImport, sentFile } from "../../support/imports";
import type { Receiver } from "../../support/receiver";
import { expectAccessible, type Look, looks, show } from "../accessible";

const csv = "userId,name\nuser_8,Noor Ali\n,Nobody\n";

type Setup = { ada: Team; receiver: Receiver; signedIn: SignedIn };

/** A workspace that has something on each screen. Returns the paths of its screens. */
async function withScreens({ ada, receiver }: Setup): Promise<string[]> {
  const owner = await ada.signIn();
  await owner.call("PUT", "/actions/address", { url: receiver.origin });
  await owner.call("POST", "/actions/buttons", { label: "Retry payment", action: "retry_payment" });
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor", phone: "447911123456", attributes: { plan: "pro" } } });
  const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone: "447911123456" });
  await ada.api("POST", "/events", { body: { event: "Payment failed", userId: "user_1", properties: { amount: "59.90 EUR" } } });
  await ada.api("POST", "/events", { body: { event: "Order placed", userId: "user_1" } });
  const contacts = (await owner.call("GET", "/contacts")).body["items"] as { id: string }[];
  const settings = [
    "attributes",
    "developers",
    "actions",
    "website",
    "whatsapp",
    "helpdesks",
    "conflicts",
    "members",
    "chats",
    "replies",
    "tags",
    "plan",
    "audit",
    "data",
    "requests",
    "inspector",
  ];
  const ran = await ranImport(ada, (await checkedImport(ada, csv)).id);
  const [checked, sent] = [await checkedImport(ada, csv), await sentFile(ada, csv)];
  const imports = ["contacts/import", ...[sent, checked, ran].map(({ id }) => `contacts/import/${id}`)];
  const desk = ["chats", `chats/${chatId}`, "contacts", `contacts/${contacts[0]?.id}`, ...imports, "overview", "profile"];
  return [...[...desk, ...settings.map((name) => `settings/${name}`)].map((path) => `/${ada.workspace}/${path}`), "/simulator"];
}

/** Opens each screen in the first of these looks, and shows it in the others. */
async function checkScreens(setup: Setup, [first, ...others]: [Look, ...Look[]]): Promise<void> {
  const paths = await withScreens(setup);
  const { ada, signedIn } = setup;
  const page = await signedIn(ada, "", { viewport: first.viewport, colorScheme: first.colorScheme });
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  for (const path of paths) {
    await show(page, first);
    await open(page, path);
    await expectAccessible(page, `${path}, ${first.name}`);
    for (const look of others) {
      await show(page, look);
      await expectAccessible(page, `${path}, ${look.name}`);
    }
  }
  expect(complaints).toEqual([]);
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // Streamed content is hidden until React reveals it; axe checks only visible content.
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  if (path.includes("/settings/"))
    await expect(page.getByRole("navigation", { name: "Settings" }).locator("[aria-current]")).toBeInViewport();
}

test("every screen is accessible and does not scroll sideways, on a phone in the dark and then wide and light", async ({
  ada,
  receiver,
  signedIn,
}) => {
  test.setTimeout(240_000);
  await checkScreens({ ada, receiver, signedIn }, [looks[0], looks[1]]);
});

for (const look of looks)
  test(`every screen that was opened ${look.name} is accessible and does not scroll sideways`, { tag: "@slow" }, async ({
    ada,
    receiver,
    signedIn,
  }) => {
    test.setTimeout(240_000);
    await checkScreens({ ada, receiver, signedIn }, [look]);
  });
