import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { AttachmentView } from "@/lib/chats/attachments/contract";
import { newId } from "@/lib/kernel/ids";
import { customer } from "../../support/desk";
import { gif, html, jpeg, padded, pdf, png, svg, webp, withPage } from "../../support/files";
import { expect, newTeam, type Session, signIn, type Team, test } from "../../support/fixtures";
import { joined } from "../../support/members";
import { startServer } from "../../support/server";
import { fetchFile, sendFiles, tryUpload, upload } from "../../support/uploads";
import { errorReply, sendRequest } from "../../support/wire";

const mebibyte = 1024 * 1024;
const maxBytes = 10 * mebibyte;

async function newChat(team: Team): Promise<{ session: Session; chatId: string }> {
  const session = await team.signIn();
  const { chatId } = await team.sendMessage(customer);
  return { session, chatId };
}

const kinds: [name: string, bytes: Buffer, type: string][] = [
  ["photo.png", png, "image/png"],
  ["photo.jpg", jpeg, "image/jpeg"],
  ["moving.gif", gif, "image/gif"],
  ["photo.webp", webp, "image/webp"],
  ["Rechnung Größe 7.pdf", pdf, "application/pdf"],
];

for (const [name, bytes, type] of kinds) {
  test(`keeps ${name} under its name, as ${type}, and returns the same bytes`, async ({ ada }) => {
    const { session, chatId } = await newChat(ada);
    const file = await upload(session, chatId, { name, bytes, headers: { "content-type": "text/html" } });
    expect(file).toEqual({ id: file.id, name, type, bytes: bytes.byteLength });
    const found = await fetchFile(ada, session, file.id);
    expect({ status: found.status, type: found.headers.get("content-type") }).toEqual({ status: 200, type });
    expect(found.bytes.equals(bytes)).toBe(true);
  });
}

for (const [what, name, bytes] of [
  ["a page that is called an image", "photo.png", html],
  ["SVG", "logo.svg", svg],
  ["SVG that is called an image", "logo.png", svg],
  ["a PNG signature with a page behind it", "photo.png", Buffer.concat([png.subarray(0, 8), html])],
  ["a PDF file behind a page", "invoice.pdf", Buffer.concat([html, pdf])],
  ["text", "notes.txt", Buffer.from("Notes")],
  ["a cut-off image", "photo.png", png.subarray(0, 20)],
  ["an empty file", "photo.png", Buffer.alloc(0)],
] as const) {
  test(`rejects ${what}`, async ({ ada }) => {
    const { session, chatId } = await newChat(ada);
    expect(await tryUpload(session, chatId, { name, bytes })).toMatchObject(
      errorReply(400, "invalid_request", /empty|content of this file/),
    );
  });
}

test("names a file like its content, without folders and control characters", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  const { name } = await upload(session, chatId, { name: "../../pages\\evil\r\n\u202egnp.html", bytes: withPage(png) });
  expect(name).toBe("evilgnp.html.png");
});

for (const [what, headers] of [
  ["no name", { "x-file-name": "" }],
  ["a name that is not properly encoded", { "x-file-name": "100%.png" }],
  ["a compressed body", { "content-encoding": "gzip" }],
] as const) {
  test(`rejects an upload with ${what}`, async ({ ada }) => {
    const { session, chatId } = await newChat(ada);
    expect(await tryUpload(session, chatId, { headers })).toMatchObject(errorReply(400, "invalid_request", /X-File-Name|Content-Encoding/));
  });
}

test("accepts exactly 10 MB and rejects one byte more, with its length or in chunks", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  const path = `/api/w/${ada.workspace}/chats/${chatId}/attachments`;
  const headers = { cookie: session.cookie, origin: ada.url, "x-file-name": "large.pdf" };
  for (const [bytes, status] of [
    [maxBytes, 201],
    [maxBytes + 1, 413],
  ] as const) {
    const body = padded(pdf, bytes);
    for (const length of [{ "content-length": String(bytes) }, { "transfer-encoding": "chunked" }]) {
      const reply = await sendRequest(ada.url, { method: "POST", path, headers: { ...headers, ...length }, body });
      expect(reply.status, reply.text).toBe(status);
      if (status === 413) expect(reply).toMatchObject(errorReply(413, "payload_too_large", /10 MB/));
    }
  }
});

test("other endpoints still take 64 KiB", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  const text = "x".repeat(70_000);
  const reply = await session.call("POST", `/chats/${chatId}/messages`, { id: newId(), kind: "message", text });
  expect(reply).toMatchObject(errorReply(413, "payload_too_large", /64 KiB/));
});

test("serves every file so that it cannot run, and shows only images in place", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  for (const [name, bytes, shown] of [
    ["photo.png", withPage(png), "inline"],
    ["Größe 100%.pdf", withPage(pdf), "attachment"],
  ] as const) {
    const { id } = await upload(session, chatId, { name, bytes });
    const { headers, bytes: served } = await fetchFile(ada, session, id);
    expect(served.equals(Buffer.from(bytes))).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "private, no-cache, no-transform",
    });
    expect(headers.get("content-disposition")).toMatch(new RegExp(`^${shown}; filename="`));
  }
  const { id } = await upload(session, chatId, { name: 'a"; filename=evil.html; x="é.pdf', bytes: pdf });
  expect((await fetchFile(ada, session, id)).headers.get("content-disposition")).toBe(
    "attachment; filename=\"a_; filename=evil.html; x=__.pdf\"; filename*=UTF-8''a_%3B%20filename%3Devil.html%3B%20x%3D_%C3%A9.pdf",
  );
});

test("a browser asks each time, and gets the bytes once", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  const { id } = await upload(session, chatId);
  const path = `/api/w/${ada.workspace}/attachments/${id}`;
  const first = await sendRequest(ada.url, { path, headers: { cookie: session.cookie } });
  const etag = String(first.headers.etag);
  const again = await sendRequest(ada.url, { path, headers: { cookie: session.cookie, "if-none-match": etag } });
  expect({ status: again.status, text: again.text, etag: again.headers.etag }).toEqual({ status: 304, text: "", etag });
  const head = await sendRequest(ada.url, { method: "HEAD", path, headers: { cookie: session.cookie } });
  expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: "" });
});

test("a removed member, another workspace and a signed-out browser see no file", async ({ ada, bob }) => {
  const { session, chatId } = await newChat(ada);
  const { id } = await upload(session, chatId);
  await sendFiles(session, chatId, [id]);
  const tom = await joined(ada, session);
  expect((await fetchFile(ada, tom.session, id)).status).toBe(200);
  expect((await session.call("DELETE", `/members/${tom.id}`)).status).toBe(200);
  for (const [caller, status] of [
    [tom.session, 404],
    [await bob.signIn(), 404],
    [{ cookie: "" }, 401],
  ] as const) {
    const found = await fetchFile(ada, caller, id);
    expect(found.status).toBe(status);
    expect(found.headers.get("content-type")).toBe("application/json");
  }
  expect((await fetchFile(bob, await bob.signIn(), id)).status).toBe(404);
});

test("keeps files where only the owner of the process can read them, whole or not at all", { tag: "@embedded" }, async ({
  server,
  ada,
}) => {
  const { session, chatId } = await newChat(ada);
  const { id } = await upload(session, chatId);
  await tryUpload(session, chatId, { bytes: html });
  const folder = join(server.dataDir, "files");
  const workspaces = readdirSync(folder).filter((name) => existsSync(join(folder, name, id)));
  expect(workspaces).toHaveLength(1);
  const own = join(folder, workspaces[0] ?? "");
  expect(readdirSync(own)).toEqual([id]);
  expect(statSync(own).mode & 0o777).toBe(0o700);
  expect(statSync(join(own, id)).mode & 0o777).toBe(0o600);
});

test("after a day an unused upload cannot be sent, and an hour later it is gone; files of messages stay", {
  tag: "@embedded",
}, async () => {
  const env = { DEMO: "1", TRUSTED_PROXIES: "1" };
  const nodeArgs = ["--import", "./tests/support/clock.mjs"];
  const hour = 60 * 60 * 1000;
  const first = await startServer({ env });
  const team = await newTeam(first);
  const { session, chatId } = await newChat(team);
  const files: AttachmentView[] = [
    await upload(session, chatId),
    await upload(session, chatId),
    await upload(session, chatId, { bytes: gif }),
  ];
  const [used, stuck, unused] = files.map(({ id }) => id) as [string, string, string];
  expect((await sendFiles(session, chatId, [used])).status).toBe(201);
  await first.stop();
  const folder = join(first.dataDir, "files");
  const [own = ""] = readdirSync(folder);
  // One that cannot be removed does not hold up those after it.
  rmSync(join(folder, own, stuck));
  mkdirSync(join(folder, own, stuck));

  const later = async (ms: number) => startServer({ env: { ...env, CLOCK_AHEAD_MS: String(ms) }, nodeArgs, dataDir: first.dataDir });
  const afterADay = await later(24.5 * hour);
  const second = await signIn(afterADay.url, team.workspace, team.owner);
  expect(await sendFiles(second, chatId, [unused])).toMatchObject(errorReply(400, "invalid_request", /Attach it again/));
  expect((await fetchFile({ ...team, url: afterADay.url }, second, unused)).status).toBe(200);
  await afterADay.stop();

  const afterMore = await later(25.5 * hour);
  const third = await signIn(afterMore.url, team.workspace, team.owner);
  const at = { ...team, url: afterMore.url };
  await expect.poll(async () => (await fetchFile(at, third, unused)).status).toBe(404);
  expect((await fetchFile(at, third, used)).bytes.equals(png)).toBe(true);
  expect(readdirSync(join(folder, own)).toSorted()).toEqual([used, stuck].toSorted());
  await expect.poll(afterMore.output).toContain("unused attachments could not be removed");
  await afterMore.stop();
});
