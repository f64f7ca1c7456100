import { customer } from "../support/desk";
import { expect, newTeam, teamAt, test } from "../support/fixtures";
import { newBrowser, ownChat, pushMs } from "../support/push";
import { startReceiver } from "../support/receiver";
import { asRunning, startCluster } from "./cluster";
import { urlsOf } from "./instances";

test.describe.configure({ mode: "default", timeout: 120_000 });

test("what arrives at one instance is pushed from the moment on in which a browser subscribed at another", async () => {
  const service = await startReceiver();
  const cluster = await startCluster({ env: { ACTIONS_ALLOW_ORIGINS: service.origin } });
  try {
    const team = await newTeam(cluster.running);
    const [here, there] = urlsOf(cluster).map((url) => teamAt(asRunning(url, cluster.running.operate), team));
    if (!here || !there) throw new Error("Two instances are needed.");
    const { chatId } = await ownChat(here);
    const browser = newBrowser(service);
    // The first instance has found out that nobody subscribed.
    const looks = "select (seq_scan + idx_scan)::int as n from pg_stat_user_tables where relname = 'push_subscription'";
    await expect.poll(async () => (await cluster.postgres.query<{ n: number }>(looks))[0]?.n, { timeout: 20_000 }).toBeGreaterThan(0);
    const session = await there.signIn();
    expect((await browser.subscribe(session)).status).toBe(200);
    await session.call("POST", `/chats/${chatId}/read`, { seq: 2 });
    await here.sendMessage(customer, "Where is my order?");
    await expect.poll(browser.pushed, { timeout: pushMs }).toMatchObject([{ body: "Where is my order?" }]);
  } finally {
    await cluster.stop();
    service.close();
  }
});
