import { setTimeout as pause } from "node:timers/promises";
import { expect, newTeam, signIn, test } from "../../support/fixtures";
import { startGraphApi } from "../../support/graph-api";
import { startedFolder, startServer } from "../../support/server";
import { deskAt, environmentFor, newWhatsAppDesk } from "../../support/whatsapp-desk";

const rounds = 12;

/** The message of each text that arrived at Meta. */
const textOf = ({ body }: { body: Record<string, unknown> }) => (body["text"] as { body: string }).body;

test("sends each message at most once when the process is killed while it sends, and says so of each that may have been sent", {
  tag: ["@embedded", "@slow"],
}, async () => {
  test.setTimeout(300_000);
  const graph = await startGraphApi();
  const env = environmentFor(graph);
  const dataDir = startedFolder();
  let server = await startServer({ dataDir, env });
  const team = await newTeam(server);
  let desk = await newWhatsAppDesk(team);
  const ids: string[] = [];

  for (let round = 0; round < rounds; round += 1) {
    const { pid } = server;
    const kill = () => void process.kill(pid, "SIGKILL");
    // Before Meta's answer, together with it, and some moments after it; in every fourth round the process dies before it sends.
    const moments = [kill, () => void setImmediate(kill), () => void setTimeout(kill, round * 2)];
    const moment = moments[round % 4];
    if (moment) graph.play(desk.recipient, moment);
    const writing = [desk.write(`First of ${round}`), desk.write(`Second of ${round}`)];
    if (!moment) setTimeout(kill, round);
    for (const written of await Promise.allSettled(writing)) if (written.status === "fulfilled") ids.push(written.value.id);
    await expect.poll(() => isDead(pid), { timeout: 20_000, message: "the process was killed" }).toBe(true);

    server = await startServer({ dataDir, env });
    const session = await signIn(server.url, team.workspace, team.owner);
    desk = deskAt({ ...desk, session, channel: { ...desk.channel, url: `${server.url}/api/channels/whatsapp/${team.workspace}` } });
    const isSettled = async () => (await desk.items()).every(({ status }) => !status || ["sent", "unknown"].includes(status.state));
    await expect.poll(isSettled, { timeout: 30_000, message: "every message was sent, or may have been" }).toBe(true);
  }

  // Nothing is tried again later either.
  await pause(3_000);
  const arrived = graph.messagesTo(desk.recipient);
  const texts = arrived.map(textOf);
  expect(texts).toEqual([...new Set(texts)]);
  const items = (await desk.items()).filter(({ author }) => author === "agent");
  expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  for (const { text, status } of items) {
    // An accepted message is never without a delivery, and what Meta did not get does not count as sent.
    expect(status, text).toBeDefined();
    if (status?.state === "sent") expect(texts, text).toContain(text);
  }
  expect(items.some(({ status }) => status?.state === "unknown")).toBe(true);
  expect(items.some(({ status }) => status?.state === "sent")).toBe(true);
  expect(graph.violations).toEqual([]);
  await server.stop();
  graph.close();
});

function isDead(pid: number): boolean {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
}

test("sends what is queued before it stops, or leaves it for the next start", { tag: ["@embedded", "@slow"] }, async () => {
  test.setTimeout(120_000);
  const graph = await startGraphApi();
  const env = environmentFor(graph);
  const dataDir = startedFolder();
  const first = await startServer({ dataDir, env });
  const team = await newTeam(first);
  const desk = await newWhatsAppDesk(team);
  graph.play(desk.recipient, () => pause(1_500));
  const written = [await desk.write("On its way"), await desk.write("Behind it"), await desk.write("The last")];
  await expect.poll(() => graph.messagesTo(desk.recipient).length).toBe(1);
  expect(await first.stop()).toBe(0);
  const second = await startServer({ dataDir, env });
  const session = await signIn(second.url, team.workspace, team.owner);
  const again = deskAt({ ...desk, session });
  for (const { id } of written) await again.reaches(id, "sent", 20_000);
  expect(graph.messagesTo(desk.recipient).map(textOf)).toEqual(["On its way", "Behind it", "The last"]);
  await second.stop();
  graph.close();
});
