import type { Page } from "@playwright/test";
import { expect, newTeam, type SignedIn, type Team, test } from "../support/fixtures";
import { gate } from "../support/gate";
import { type Receiver, startReceiver } from "../support/receiver";
import { type Cluster, startCluster } from "./cluster";
import { callAt, urlsOf } from "./instances";

const phone = "447911123456";
let cluster: Cluster;
let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceiver();
  cluster = await startCluster({ env: { ACTIONS_ALLOW_ORIGINS: receiver.origin } });
});
test.afterAll(async () => {
  await cluster.stop();
  receiver.close();
});

const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const problems = (page: Page) => page.getByRole("region", { name: "Problems" });
const button = (page: Page, name: string) => page.getByRole("group", { name: "Actions" }).getByRole("button", { name });

/** The owner's chat open in a browser at each of these instances. */
async function desksAt(urls: string[], team: Team, signedIn: SignedIn): Promise<Page[]> {
  await team.api("PUT", "/contacts/user_8841", { body: { name: "Ada Okafor", phone } });
  const { chatId } = await team.sendMessage({ channel: "whatsapp", phone }, "My card was charged.");
  const pages: Page[] = [];
  for (const url of urls) {
    const page = await signedIn({ ...team, url }, `/chats/${chatId}`);
    await expect(log(page)).toContainText("My card was charged.");
    pages.push(page);
  }
  return pages;
}

test("an agent at one instance sees within a second an event posted to another", async ({ signedIn }) => {
  const team = await newTeam(cluster.running);
  const [one, two, three] = urlsOf(cluster);
  const pages = await desksAt([one, two], team, signedIn);
  // The machine may be busy with something else, so the quickest of three counts.
  const times: number[] = [];
  for (const event of ["Card declined", "Login blocked", "Payment failed"]) {
    expect((await callAt(three, team, "POST", "/events", { event, userId: "user_8841" })).status).toBe(201);
    const posted = Date.now();
    for (const page of pages) {
      await expect(problems(page)).toContainText(event);
      await expect(log(page).getByRole("listitem").filter({ hasText: event })).toHaveCount(1);
    }
    times.push(Date.now() - posted);
  }
  expect(Math.min(...times)).toBeLessThan(1_000);
});

test("a button pressed at one instance is shown as running at the other, and so is its outcome", async ({ signedIn }) => {
  const team = await newTeam(cluster.running);
  const [one, two] = urlsOf(cluster);
  const owner = await team.signIn();
  const path = `/${team.workspace}`;
  await owner.call("PUT", "/actions/address", { url: receiver.origin + path });
  await owner.call("POST", "/actions/buttons", { label: "Retry payment", action: "retry_payment" });
  const [near, far] = await desksAt([one, two], team, signedIn);
  if (!near || !far) throw new Error("There are two desks.");
  const { opened: replied, open: reply } = gate();
  receiver.on(path, async () => {
    await replied;
    return { body: { message: "Charge ch_19 succeeded.", event: { name: "Payment received" } } };
  });
  await button(near, "Retry payment").click();
  for (const page of [near, far]) await expect(button(page, "Retry payment")).toContainText("Running");
  reply();
  for (const page of [near, far]) {
    await expect(log(page)).toContainText("Charge ch_19 succeeded.");
    await expect(log(page).getByRole("listitem").filter({ hasText: "Payment received" })).toHaveCount(1);
    await expect(button(page, "Retry payment")).toBeEnabled();
  }
  expect(receiver.calls(path)).toHaveLength(1);
});
