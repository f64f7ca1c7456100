import { newDesk } from "../support/desk";
import { expect, newTeam, test } from "../support/fixtures";
import { startReceiver } from "../support/receiver";
import { startCluster } from "./cluster";

test("an unfinished call of a killed instance gets one outcome, though all instances sweep", async () => {
  test.setTimeout(180_000);
  const receiver = await startReceiver();
  const cluster = await startCluster({ env: { ACTIONS_ALLOW_ORIGINS: receiver.origin } });
  const desk = await newDesk(await newTeam(cluster.running), receiver);
  desk.replyWith("silence");
  const pressed = await desk.press();
  expect(pressed.status, pressed.text).toBe(202);
  await expect.poll(() => desk.calls().length).toBe(1);
  await Promise.all(cluster.instances.map(({ running }) => running.kill()));
  await Promise.all(cluster.instances.map((instance) => instance.start()));

  const outcome = await desk.outcome(String(pressed.body["callId"]), 60_000);
  expect(outcome.outcome.state).toBe("unknown");
  // Every instance sweeps every ten seconds: by then each has swept.
  const outcomes = async () => (await desk.items()).filter(({ kind }) => kind === "action").length;
  const seen = Date.now();
  await expect.poll(async () => ((await outcomes()) === 1 ? Date.now() - seen : -1), { timeout: 20_000 }).toBeGreaterThan(12_000);
  expect(desk.calls()).toHaveLength(1);
  await cluster.stop();
  receiver.close();
});
