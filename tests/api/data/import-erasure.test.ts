import { randomBytes } from "node:crypto";
import type { ClientRequest, IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { importFates } from "@/lib/data/erasure/inventory";
import { dumpOf } from "../../support/dump";
import { expect, newTeam, type Team, test } from "../../support/fixtures";
import { checkedImport, importIn, linesOf, openUpload, ranImport, readImport, sentFile } from "../../support/imports";
import { foundIn } from "../../support/marked";
import { startServer } from "../../support/server";
import { filesIn } from "../../support/stored-files";
import { unlimited } from "../../support/unlimited";
import { panelOf, phone, putContact, whatsapp } from "../helpers";

/** Somebody with a word of their own in each place of a file, in every column and also where none says who they are. */
function somebody() {
  const word = (what: string) => `${what}${randomBytes(6).toString("hex")}`;
  const [userId, name, email, plan, nobody] = [word("user"), word("name"), `${word("mail")}@example.com`, word("plan"), word("nobody")];
  // Under a userId that is not theirs, or a mistyped one, a line is refused by something else and keeps its cells to be mended.
  const [withId, withEmail, withPhone, abroad] = [word("withId"), word("withEmail"), word("withPhone"), word("abroad")];
  const named = [
    `${word("other")},${withId},x@," ${userId}"`,
    `${word("other")},${withEmail},Mail: <${email.toUpperCase()}>,`,
    `${word("other")},${withPhone},x@,0${phone.slice(-10, -6)} ${phone.slice(-6)} ext. 12`,
    `${word("other")},${abroad},x@,"\u202a+${[...phone].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join("")}\u202c"`,
  ];
  const lines = [`${userId},${name},${email},${plan}`, `${userId},${name},${name}@,${plan}`, `,${name},${nobody}@,${plan}`, ...named];
  return { userId, email, markers: { userId, name, email, plan, nobody, withId, withEmail, withPhone, abroad }, lines };
}
/** Somebody else, whose line is refused, too. */
const stays = "stays-to-be-mended";
type Somebody = ReturnType<typeof somebody>;

const head = "id,name,email,plan";
const many = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}_${index},Other,,`);
const fileOf = (lines: readonly string[]) => `${[head, ...lines, `stays,${stays},x@,0${phone.slice(-10, -1)}`].join("\n")}\n`;
const step = (team: Team, id: string, what: string) => team.api("POST", `/imports/${id}/${what}`);
const columns = ["userId", "name", "email"].map((kind, index) => ({ index, target: { kind } }));
const check = (team: Team, id: string) => team.api("PUT", `/imports/${id}/columns`, { body: { columns } });

/** `begin` brings it into a state that passes, a moment before the erasure. */
type Opened = { id?: string; upload?: ClientRequest; begin?: () => Promise<unknown> };

/** Brings an import with them into a state, or to the step that does. */
const into: Record<keyof typeof importFates, (team: Team, person: Somebody, dataDir: string) => Promise<Opened>> = {
  async uploading(team, { lines, userId }, dataDir) {
    const one: Opened = {
      async begin() {
        one.upload = await openUpload(team);
        // More than a piece, so that one is in the store.
        one.upload.write([...lines, ...many("uploading", 50_000), ""].join("\n"));
        await expect.poll(() => filesIn(dataDir).some((file) => file.includes(userId) && file.includes("uploading_1"))).toBe(true);
      },
    };
    return one;
  },
  // As a file is that has no headers: its first line is somebody.
  columns: (team, { lines }) => sentFile(team, `${lines.join("\n")}\n`),
  async failed(team, { lines }) {
    const { id } = await sentFile(team, `${fileOf([...lines, ...many("failed", 50)])}a,"open\n`);
    await check(team, id);
    return importIn(team, id, "failed");
  },
  async checking(team, { lines }) {
    const { id } = await sentFile(team, fileOf([...many("checking", 5_000), ...lines]));
    return { id, begin: () => check(team, id) };
  },
  checked: (team, { lines }) => checkedImport(team, fileOf(lines)),
  async cancelled(team, { lines }) {
    const { id } = await checkedImport(team, fileOf(lines));
    await step(team, id, "cancel");
    return { id };
  },
  async done(team, { lines }) {
    const { id } = await checkedImport(team, fileOf([...lines, ...many("done", 3)]));
    return ranImport(team, id);
  },
  async undone(team, { lines }) {
    const { id } = await checkedImport(team, fileOf([...lines, ...many("undone", 3)]));
    await ranImport(team, id);
    await step(team, id, "undo");
    return importIn(team, id, "undone");
  },
  async undoing(team, { lines }) {
    const { id } = await checkedImport(team, fileOf([...lines, ...many("undoing", 2_000)]));
    await ranImport(team, id);
    return { id, begin: () => step(team, id, "undo") };
  },
  async running(team, { lines }) {
    const { id } = await checkedImport(team, fileOf([...many("running", 4_000), ...lines]));
    return { id, begin: () => step(team, id, "run") };
  },
};

test("nobody who is erased comes back by an import that was sent before, in whatever state it is, and nothing of them is left of it", {
  tag: "@embedded",
}, async () => {
  test.setTimeout(300_000);
  const server = await startServer({ env: { TRUSTED_PROXIES: "1", DEMO: "1" }, nodeArgs: unlimited });
  const [ada, bob] = [await newTeam(server), await newTeam(server)];
  const sent = somebody();
  await putContact(ada, sent.userId, { phone, email: sent.email });
  const { chatId } = await ada.sendMessage({ ...whatsapp, name: "Ada" }, "Hello");
  const imports = {} as Record<keyof typeof into, Opened>;
  for (const state of Object.keys(into) as (keyof typeof into)[]) imports[state] = await into[state](ada, sent, server.dataDir);

  const theirs = await sentFile(bob, fileOf(sent.lines));

  const session = await ada.signIn();
  for (const { begin } of Object.values(imports)) await begin?.();
  const { person } = await panelOf(session, chatId);
  const { id, displayName } = person as { id: string; displayName: string };
  const erased = await session.call("DELETE", `/people/${id}`, { displayName, scope: "contact" });
  expect(erased.status, erased.text).toBe(200);

  // At once: what nobody had checked is gone, and cannot be checked any more.
  for (const state of ["columns", "failed"] as const) {
    const read = await readImport(ada, imports[state].id ?? "");
    expect(read, state).toMatchObject({ state: "failed", fileKept: false, columns: [], failure: { code: "file_discarded" } });
    expect((await check(ada, read.id)).status, state).toBe(409);
  }
  const { upload } = imports.uploading;
  const answer = new Promise<IncomingMessage>((resolve) => upload?.once("response", resolve));
  upload?.end();
  expect((await answer).statusCode, await text(await answer)).toBe(409);
  expect((await readImport(ada, imports.checked.id ?? "")).fileKept).toBe(false);
  // A neighbour's file stays, and so does one that is sent later.
  expect((await readImport(bob, theirs.id)).fileKept).toBe(true);

  // Whatever can still be run is run, before anything was removed in the background.
  await step(ada, imports.checked.id ?? "", "run");
  await importIn(ada, imports.checking.id ?? "", "checked");
  await step(ada, imports.checking.id ?? "", "run");
  for (const state of ["running", "checked", "checking"] as const)
    await expect
      .poll(async () => (await readImport(ada, imports[state].id ?? "")).state, { timeout: 60_000 })
      .toMatch(/^(?:done|checked)$/);
  expect((await ada.api("GET", `/contacts/${sent.userId}`)).status).toBe(404);
  const later = await sentFile(ada, "id,name\nlater_1,Later\n");
  expect(later.fileKept).toBe(true);

  const left = async () => {
    const all = [];
    for (const { id: importId } of Object.values(imports))
      if (importId !== undefined) all.push(...(await linesOf(ada, importId, "&result=refused")), (await readImport(ada, importId)).columns);
    return JSON.stringify(all);
  };
  for (const marker of Object.values(sent.markers)) await expect.poll(left, { timeout: 60_000 }).not.toContain(marker);
  // To be mended are the lines of the others.
  const mendable = async ({ id: importId }: Opened) =>
    (await session.call("GET", `/imports/${importId}/lines/export?result=refused`)).text.split("\n").filter((line) => line !== "");
  for (const state of ["checked", "done", "undone"] as const) {
    await expect.poll(async () => (await mendable(imports[state])).length, { message: state, timeout: 60_000 }).toBe(2);
    expect((await mendable(imports[state]))[1], state).toContain(stays);
  }
  await expect.poll(() => filesIn(server.dataDir).filter((file) => file.includes(sent.userId)).length, { timeout: 60_000 }).toBe(1);
  await step(bob, theirs.id, "cancel");
  await expect.poll(() => filesIn(server.dataDir).filter((file) => file.includes(sent.userId)).length, { timeout: 60_000 }).toBe(0);
  await server.stop();
  const tables = await dumpOf(server.dataDir);
  const ofImports = new Map([...tables].filter(([name]) => name.startsWith("contact_import")));
  expect(ofImports.size).toBe(2);
  expect(foundIn(ofImports, sent.markers)).toEqual([]);
});
