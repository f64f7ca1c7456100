import { newId } from "@/lib/kernel/ids";
import { expect, test } from "../support/fixtures";
import { whatsapp } from "./world";

const refused = (message: string | RegExp) => ({
  status: 400,
  body: { error: { code: "invalid_request", message: typeof message === "string" ? message : expect.stringMatching(message) } },
});

test("a page of chats begins at the place that the page before gave, and nowhere else", async ({ ada }) => {
  const session = await ada.signIn();
  for (const before of [
    "x",
    `_${newId()}`,
    `2026-01-01T00:00:00Z_${"-".repeat(36)}`,
    `+123456-01-01T00:00:00Z_${newId()}`,
    `NaN_${newId()}`,
  ]) {
    const reply = await session.call("GET", `/chats?before=${encodeURIComponent(before)}`);
    expect(reply, before).toMatchObject(refused("before must be the next of the page before."));
  }
});

test("a place beyond what a chat can hold is refused with a sentence", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.says(whatsapp);
  for (const seq of ["2147483648", "1e300", "-1", "1.5", "x"]) {
    for (const side of ["after", "before"]) {
      expect(await session.call("GET", `/chats/${chatId}/items?${side}=${seq}`)).toMatchObject(refused(new RegExp(`^${side} `)));
    }
  }
  expect(await session.call("POST", `/chats/${chatId}/read`, { seq: 2_147_483_648 })).toMatchObject(refused(/^seq /));
  expect((await session.call("GET", `/chats/${chatId}/items?after=2147483647`)).status).toBe(200);
});
