import { once } from "node:events";
import type { ClientRequest, IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { ImportReply } from "@/lib/data/imports/contract";
import { expect, newTeam, test } from "../../support/fixtures";
import { openUpload, sentFile } from "../../support/imports";
import { freePort, startServer } from "../../support/server";
import { unlimited } from "../../support/unlimited";

const mebibyte = 1024 * 1024;
const part = Buffer.alloc(mebibyte, "user_1,Ada\n");

/** Sends so many megabytes, each once the server has taken what was sent before. */
async function send(upload: ClientRequest, megabytes: number): Promise<void> {
  for (let count = 0; count < megabytes; count += 1) if (!upload.write(part)) await once(upload, "drain");
}

test("uploads of 200 MB, and others that are cancelled or cut off, need less than 20 MB more, during and after", {
  tag: "@embedded",
}, async () => {
  test.setTimeout(240_000);
  const port = await freePort();
  const server = await startServer({
    env: { TRUSTED_PROXIES: "1", MEMORY_PORT: String(port) },
    nodeArgs: ["--expose-gc", "--import", "./tests/support/memory.mjs", ...unlimited],
    isLasting: true,
  });
  const team = await newTeam(server);
  const memory = async () => Number(await (await fetch(`http://127.0.0.1:${port}`)).text());
  // What is loaded with the first file stays.
  const { id } = await sentFile(team, "id,name\nuser_1,Ada\n");
  await team.api("POST", `/imports/${id}/cancel`);
  const before = await memory();
  const more = async () => ((await memory()) - before) / mebibyte;

  // Each has two minutes of its own, so that a slow machine ends none.
  for (let count = 0; count < 4; count += 1) {
    const large = await openUpload(team);
    const responded = once(large, "response") as Promise<[IncomingMessage]>;
    await send(large, 50);
    expect(await more()).toBeLessThan(20);
    large.end();
    const [reply] = await responded;
    const { import: made } = JSON.parse(await text(reply)) as { import: ImportReply };
    expect(made.bytes).toBe(50 * mebibyte + 8);
    expect((await team.api("POST", `/imports/${made.id}/cancel`)).status).toBe(200);
    expect(await more()).toBeLessThan(20);
  }

  for (let count = 0; count < 3; count += 1) {
    const cut = await openUpload(team);
    await send(cut, 20);
    cut.destroy();
  }
  expect(await more()).toBeLessThan(20);
  await server.stop();
});
