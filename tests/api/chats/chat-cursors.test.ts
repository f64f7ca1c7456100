import { newId } from "@/lib/kernel/ids";
import { expect, test } from "../../support/fixtures";
import { whatsapp } from "../helpers";

const refused = (message: string | RegExp) => ({
  status: 400,
  body: {
    error: {
      code: typeof message === "string" ? "invalid_cursor" : "invalid_request",
      message: typeof message === "string" ? message : expect.stringMatching(message),
    },
  },
});

test("rejects a cursor for a page of chats that no page returned", async ({ ada }) => {
  const session = await ada.signIn();
  for (const cursor of [
    "x",
    `_${newId()}`,
    `2026-01-01T00:00:00Z_${"-".repeat(36)}`,
    `+123456-01-01T00:00:00Z_${newId()}`,
    `NaN_${newId()}`,
  ]) {
    const reply = await session.call("GET", `/chats?cursor=${encodeURIComponent(cursor)}`);
    expect(reply, cursor).toMatchObject(refused("cursor must be the next of the page before."));
  }
});

test("rejects a position beyond the maximum of a chat with an explanation", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  for (const seq of ["2147483648", "1e300", "-1", "1.5", "x"]) {
    expect(await session.call("GET", `/chats/${chatId}/items?after=${seq}`)).toMatchObject(refused(/^after /));
  }
  for (const seq of ["0", "-1", "1.5", "x", "2147483648"]) {
    expect(await session.call("GET", `/chats/${chatId}/items?from=${seq}`)).toMatchObject(refused(/^from /));
  }
  for (const cursor of ["x", "5", "before_-1", "after_1.5", "before_2147483648", `before_${newId()}`, "sideways_3"]) {
    const reply = await session.call("GET", `/chats/${chatId}/items?cursor=${cursor}`);
    expect(reply, cursor).toMatchObject(refused("cursor must be the next of the page before."));
  }
  expect(await session.call("POST", `/chats/${chatId}/read`, { seq: 2_147_483_648 })).toMatchObject(refused(/^seq /));
  expect((await session.call("GET", `/chats/${chatId}/items?after=2147483647`)).status).toBe(200);
});

test("leads up to an item in larger pages that end at it, of this chat and this workspace alone", async ({ ada, bob }) => {
  const [hers, his] = [await ada.signIn(), await bob.signIn()];
  const { chatId } = await ada.sendMessage(whatsapp, "Message 1");
  for (let count = 2; count <= 60; count += 1) await ada.sendMessage(whatsapp, `Message ${count}`);
  const seqsOf = (body: Record<string, unknown>) => (body["items"] as { seq: number }[]).map(({ seq }) => seq);
  const path = `/chats/${chatId}/items`;
  const newest = await hers.call("GET", path);
  const [first = 0] = seqsOf(newest.body);
  const next = encodeURIComponent(String(newest.body["next"]));
  const above = await hers.call("GET", `${path}?cursor=${next}&from=4`);
  expect(seqsOf(above.body)).toEqual(Array.from({ length: first - 4 }, (_, index) => index + 4));
  const rest = await hers.call("GET", `${path}?cursor=${encodeURIComponent(String(above.body["next"]))}`);
  expect(seqsOf(rest.body)).toEqual([1, 2, 3]);
  expect(rest.body["next"]).toBeNull();
  expect(seqsOf((await hers.call("GET", `${path}?from=2`)).body)).toHaveLength(seqsOf(newest.body).length + first - 2);
  expect((await his.call("GET", `${path}?from=2`)).status).toBe(404);
});

test("rejects a made-up cursor in every other list, and gives a foreign one only the workspace's own rows", async ({ ada, bob }) => {
  const [hers, his] = [await ada.signIn(), await bob.signIn()];
  const { chatId } = await ada.sendMessage(whatsapp);
  for (const list of ["/audit", "/calls", "/requests", `/chats/${chatId}/events`]) {
    for (const cursor of ["x", "'", "%00", "null", `${newId()}_2026-01-01T00:00:00Z`]) {
      const reply = await hers.call("GET", `${list}?cursor=${cursor}`);
      expect(reply, `${list} ${cursor}`).toMatchObject(refused("cursor must be the next of the page before."));
    }
  }
  for (let count = 0; count < 51; count += 1) await bob.api("GET", "/contacts/nobody");
  const nextOfRequests = async () => (await his.call("GET", "/requests")).body["next"];
  await expect.poll(nextOfRequests).not.toBeNull();
  const next = String(await nextOfRequests());
  expect((await hers.call("GET", `/requests?cursor=${next}`)).body).toEqual({ items: [], next: null });
});
