import { randomBytes } from "node:crypto";
import { Embedded } from "@/lib/platform/db/embedded";
import { expect, newTeam, signIn, test } from "../../support/fixtures";
import { startGraphApi } from "../../support/graph-api";
import { rotateKey } from "../../support/rotate-key";
import { startedFolder, startServer } from "../../support/server";
import { connect, type Desk, deskAt, environmentFor, newToken, newWhatsAppDesk } from "../../support/whatsapp-desk";

test.describe.configure({ timeout: 180_000 });

/** Runs statements on a folder while no server uses it. */
async function onFolder<T>(folder: string, work: (embedded: Embedded) => Promise<T>): Promise<T> {
  const embedded = await Embedded.open(folder);
  const result = await work(embedded);
  await embedded.close();
  return result;
}

const reopened = async (desk: Desk, url: string) => deskAt({ ...desk, session: await signIn(url, desk.team.workspace, desk.team.owner) });

test("keeps a channel's secrets encrypted, and usable after the installation's key was rotated", {
  tag: ["@embedded", "@slow"],
}, async () => {
  const graph = await startGraphApi();
  const env = environmentFor(graph);
  const dataDir = startedFolder();
  const first = await startServer({ dataDir, env });
  const desk = await newWhatsAppDesk(await newTeam(first));
  await first.stop();
  const stored = () =>
    onFolder(dataDir, async (embedded) => JSON.stringify((await embedded.query("select sealed, settings::text from integration")).rows));
  const before = await stored();
  for (const secret of [desk.token, desk.channel.appSecret, desk.channel.verifyToken]) expect(before).not.toContain(secret);

  expect(await rotateKey(dataDir, randomBytes(32).toString("hex"))).toMatch(/reencrypted: [2-9]/);
  expect(await stored()).not.toBe(before);
  const second = await startServer({ dataDir, env });
  const again = await reopened(desk, second.url);
  const { id } = await again.write("Hello");
  await again.reaches(id, "sent");
  expect(graph.messagesTo(desk.recipient)[0]?.token).toBe(desk.token);
  await second.stop();
  graph.close();
});

test("sends nothing with secrets that were moved from another workspace, and an admin can enter them again", {
  tag: ["@embedded", "@slow"],
}, async () => {
  const graph = await startGraphApi();
  const env = environmentFor(graph);
  const dataDir = startedFolder();
  const first = await startServer({ dataDir, env });
  const desk = await newWhatsAppDesk(await newTeam(first));
  const other = await newWhatsAppDesk(await newTeam(first));
  await first.stop();
  await onFolder(dataDir, (embedded) =>
    embedded.query("update integration i set sealed = o.sealed from integration o where o.workspace_id <> i.workspace_id"),
  );
  const second = await startServer({ dataDir, env });
  const again = await reopened(desk, second.url);
  const { id } = await again.write("Hello");
  const settings = async () => (await again.session.call("GET", "/whatsapp")).body;
  await expect.poll(async () => (await settings())["pausedReason"]).toContain("enter them again");
  expect(await settings()).toMatchObject({ isConnected: true, accessToken: null, appSecret: null });
  expect(graph.messagesTo(desk.recipient)).toEqual([]);
  const token = newToken();
  await connect(desk.team, again.session, token);
  await again.reaches(id, "sent");
  expect(graph.messagesTo(desk.recipient).map((sent) => sent.token)).toEqual([token]);
  expect(graph.messagesTo(other.recipient)).toEqual([]);
  await second.stop();
  graph.close();
});
