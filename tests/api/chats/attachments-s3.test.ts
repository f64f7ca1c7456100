import { existsSync } from "node:fs";
import { join } from "node:path";
import { customer } from "../../support/desk";
import { padded, pdf } from "../../support/files";
import { test as base, expect, newTeam, type Session, signIn, type Team } from "../../support/fixtures";
import { freezable } from "../../support/freezable";
import { type Store, startS3 } from "../../support/s3";
import { type Running, startServer } from "../../support/server";
import { fetchFile, sendFiles, tryUpload, upload } from "../../support/uploads";
import { errorReply } from "../../support/wire";
import { panelOf } from "../helpers";

const demo = { DEMO: "1", TRUSTED_PROXIES: "1" };

const test = base.extend<object, { store: Store; onS3: Running }>({
  store: [
    async ({ playwright: _ }, use) => {
      const store = await startS3();
      await use(store);
      await store.stop();
    },
    { scope: "worker" },
  ],
  onS3: [
    async ({ store }, use) => {
      const server = await startServer({ env: { ...demo, ...store.env } });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});

// Default mode runs these tests in one worker, so that the shared fixtures are created once.
test.describe.configure({ mode: "default", timeout: 180_000 });

async function newChat(team: Team) {
  const session = await team.signIn();
  const { chatId } = await team.sendMessage(customer);
  return { session, chatId };
}

test("keeps files in the bucket and nothing on disk, and returns the same bytes", { tag: "@embedded" }, async ({ onS3, store }) => {
  const team = await newTeam(onS3);
  const { session, chatId } = await newChat(team);
  const bytes = padded(pdf, 9_000_000);
  const { id } = await upload(session, chatId, { name: "Größe.pdf", bytes });
  expect((await sendFiles(session, chatId, [id])).status).toBe(201);
  const found = await fetchFile(team, session, id);
  expect(found.bytes.equals(bytes)).toBe(true);
  expect(found.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  expect(store.keys().filter((key) => key.endsWith(`/${id}`))).toHaveLength(1);
  expect(existsSync(join(onS3.dataDir, "files"))).toBe(false);
});

test("a file that the bucket has lost is 404, and the log says so", { tag: "@embedded" }, async ({ onS3, store }) => {
  const team = await newTeam(onS3);
  const { session, chatId } = await newChat(team);
  const { id } = await upload(session, chatId);
  store.empty();
  expect((await fetchFile(team, session, id)).status).toBe(404);
  await expect.poll(onS3.output).toContain("the bytes of an attachment are missing in the store");
});

test("removes unused uploads from the bucket", { tag: "@embedded" }, async ({ store }) => {
  const first = await startServer({ env: { ...demo, ...store.env } });
  const team = await newTeam(first);
  const { session, chatId } = await newChat(team);
  const { id } = await upload(session, chatId);
  await first.stop();
  const isThere = () => store.keys().some((key) => key.endsWith(`/${id}`));
  expect(isThere()).toBe(true);
  const env = { ...demo, ...store.env, CLOCK_AHEAD_MS: String(26 * 60 * 60 * 1000) };
  // Only the sweep's own clock decides; the store accepts signatures of a few minutes around its own.
  const later = await startServer({ env, nodeArgs: ["--import", "./tests/support/clock.mjs"], dataDir: first.dataDir });
  await expect.poll(isThere, { timeout: 30_000 }).toBe(false);
  const again = await signIn(later.url, team.workspace, team.owner);
  expect((await fetchFile({ ...team, url: later.url }, again, id)).status).toBe(404);
  await later.stop();
});

const erase = async (session: Session, chatId: string) => {
  const { id, displayName } = (await panelOf(session, chatId)).person;
  return session.call("DELETE", `/people/${id}`, { displayName, scope: "person" });
};

test("an erasure removes a person's files from the bucket, and nobody else's", { tag: "@embedded" }, async ({ onS3, store }) => {
  const team = await newTeam(onS3);
  const { session, chatId } = await newChat(team);
  const { id } = await upload(session, chatId);
  expect((await sendFiles(session, chatId, [id])).status).toBe(201);
  const neighbour = await newTeam(onS3);
  const theirs = await newChat(neighbour);
  const other = await upload(theirs.session, theirs.chatId);
  expect((await erase(session, chatId)).status).toBe(200);
  expect((await fetchFile(team, session, id)).status).toBe(404);
  await expect.poll(() => store.keys().some((key) => key.endsWith(`/${id}`)), { timeout: 20_000 }).toBe(false);
  expect(store.keys().some((key) => key.endsWith(`/${other.id}`))).toBe(true);
});

test("a file that is on its way to the bucket while its person is erased does not stay there", { tag: "@embedded" }, async ({ store }) => {
  const network = await freezable(store.env["S3_ENDPOINT"] ?? "");
  const server = await startServer({ env: { ...demo, ...store.env, S3_ENDPOINT: network.url } });
  const team = await newTeam(server);
  const { session, chatId } = await newChat(team);
  const before = store.keys();
  network.freeze();
  const uploading = tryUpload(session, chatId, { bytes: padded(pdf, 1_000_000) });
  const rowIsThere = async () => {
    const { id } = (await panelOf(session, chatId)).person;
    return (await session.call("GET", `/people/${id}`)).body["filesCount"];
  };
  await expect.poll(rowIsThere).toBe(1);
  expect((await erase(session, chatId)).status).toBe(200);
  network.thaw();
  expect(await uploading).toMatchObject(errorReply(404, "not_found"));
  expect(store.keys()).toEqual(before);
  await server.stop();
  network.close();
});

test("while the bucket refuses or is away, uploads are 503 with the reason in the log and no key in it", {
  tag: "@embedded",
}, async ({ store }) => {
  const secret = "not-the-secret-of-this-store";
  for (const change of [{ S3_SECRET_ACCESS_KEY: secret }, { S3_ENDPOINT: "http://127.0.0.1:9" }, { S3_BUCKET: "another-bucket" }]) {
    const server = await startServer({ env: { ...demo, ...store.env, ...change } });
    const team = await newTeam(server);
    const { session, chatId } = await newChat(team);
    const reply = await tryUpload(session, chatId);
    expect(reply).toMatchObject(errorReply(503, "unavailable", /Files cannot be kept/));
    expect(reply.headers.get("retry-after")).toBe("5");
    await expect.poll(server.output).toContain("the store of files failed");
    expect(server.output()).not.toContain(secret);
    await server.stop();
  }
});

test("half a configuration stops the start and says what is missing", { tag: "@embedded" }, async () => {
  await expect(startServer({ env: { S3_BUCKET: "files", S3_REGION: "us-east-1" } })).rejects.toThrow(
    /set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY too/,
  );
});
