import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { test } from "@playwright/test";
import { encode } from "next-auth/jwt";
import { peerHeader } from "@/lib/http/address";
import { sessionCookie } from "@/lib/http/auth/session";
import { countOfWorkspace } from "@/lib/http/limits/enforce-rate-limit";
import { admitPage } from "@/lib/http/limits/page-limit";
import { newId } from "@/lib/kernel/ids";
import { variablesOf } from "@/lib/platform/env";
import { runtime } from "@/lib/platform/runtime";
import { expect } from "../../support/expect";

test.beforeEach(() => {
  runtime.env = { ...variablesOf({}), SECRET_KEY: "0".repeat(64), NEXTAUTH_SECRET: secret };
});
test.afterEach(() => {
  delete runtime.env;
  delete runtime.limit;
  delete runtime.sessionWorkspaces;
});

const secret = "1".repeat(64);
const cookieFor = async (sid: string) => `${sessionCookie}=${await encode({ token: { sid }, secret })}`;

/** A page that somebody at an address asks for. */
function ask(network: string, cookie?: string) {
  const message = new IncomingMessage(new Socket());
  message.method = "GET";
  message.headers[peerHeader] = network;
  if (cookie) message.headers.cookie = cookie;
  const response = new ServerResponse(message);
  let isAdmitted: boolean | undefined;
  const done = admitPage(message, response).then((admitted) => {
    isAdmitted = admitted;
    return admitted;
  });
  return { done, response, isAdmitted: () => isAdmitted, end: () => response.emit("close") };
}

test("600 pages a minute of an address without a session are rendered, and those of another one go on", async () => {
  for (let index = 0; index < 600; index += 1) {
    const { done, end } = ask("192.0.2.1");
    expect(await done).toBe(true);
    end();
  }
  const { done, response } = ask("192.0.2.1");
  expect(await done).toBe(false);
  expect(response.statusCode).toBe(429);
  expect(Number(response.getHeader("retry-after"))).toBeGreaterThan(0);
  expect(response.getHeader("refresh")).toBe(response.getHeader("retry-after"));
  const other = ask("192.0.2.2");
  expect(await other.done).toBe(true);
  other.end();
});

test("a session has 300 pages a minute, from wherever they are asked for, and they count for its workspace", async () => {
  const [cookie, neighbours] = [await cookieFor("first"), await cookieFor("second")];
  const workspaceId = newId();
  runtime.sessionWorkspaces = new Map([["first", workspaceId]]);
  const page = async (of: string, index: number) => {
    const { done, end } = ask(`192.0.2.${index % 200}`, of);
    const isAdmitted = await done;
    end();
    return isAdmitted;
  };
  for (let index = 0; index < 300; index += 1) expect(await page(cookie, index)).toBe(true);
  expect([await page(cookie, 301), await page(neighbours, 302)]).toEqual([false, true]);
  expect((await countOfWorkspace(workspaceId)).remaining).toBe(6_000 - 301);
});

test("one page of an address is rendered at a time, that of another beside it, and only so many wait", async () => {
  const many = Array.from({ length: 50 }, () => ask("192.0.2.3"));
  await expect.poll(() => many.filter(({ isAdmitted }) => isAdmitted() === true).length).toBe(1);
  await expect.poll(() => many.filter(({ isAdmitted }) => isAdmitted() === false).length).toBe(19);
  const first = ask("192.0.2.4");
  expect(await first.done).toBe(true);
  const second = ask("192.0.2.4");
  first.end();
  expect(await second.done).toBe(true);
  expect(many.filter(({ isAdmitted }) => isAdmitted() === true).length).toBe(1);
  // A page that nobody reads to its end leaves its place, too.
  await expect.poll(() => many.filter(({ isAdmitted }) => isAdmitted() === true).length, { timeout: 10_000 }).toBeGreaterThan(1);
  for (let open = true; open; ) {
    for (const { end } of [...many, first, second]) end();
    await new Promise((resolve) => setImmediate(resolve));
    open = many.some(({ isAdmitted }) => isAdmitted() === undefined);
  }
});
