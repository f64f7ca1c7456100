import type { Session } from "../../support/fixtures";
import { expect, newTeam, test } from "../../support/fixtures";
import { calmSince, fillFirst, flood, openChats, shownEvents, timeOf, watchPage } from "../../support/flood";
import { startServer } from "../../support/server";
import { unlimited } from "../../support/unlimited";
import { openHydrated } from "../browser";

const chats = 40;
const perSecond = Number(process.env["FLOOD_PER_SECOND"] ?? 100);
const seconds = Number(process.env["FLOOD_SECONDS"] ?? 8);

/** The names of the events that the server has as cards in a chat, in their order. */
async function storedEvents(session: Session, chatId: string): Promise<string[]> {
  const names: string[] = [];
  let query = "?after=0";
  for (;;) {
    const { body } = await session.call("GET", `/chats/${chatId}/items${query}`);
    const items = body["items"] as { kind: string; card?: { event: string } }[];
    names.push(...items.flatMap(({ card }) => card?.event ?? []));
    if (body["next"] === null) return names;
    query = `?cursor=${encodeURIComponent(String(body["next"]))}`;
  }
}

test("an open chat stays calm in a flood of events over all chats, and shows each of its own once", { tag: "@embedded" }, async ({
  signedIn,
}) => {
  test.setTimeout(120_000 + 4_000 * seconds);
  const server = await startServer({ env: { DEMO: "1", TRUSTED_PROXIES: "1" }, nodeArgs: unlimited, isLasting: true });
  const team = await newTeam(server);
  const [chatId = ""] = await openChats(team, chats);
  const sent = await fillFirst(team);
  const session = await team.signIn();
  const page = await signedIn(team, "", { viewport: { width: 1440, height: 900 } });
  await watchPage(page);
  await openHydrated(page, `/${team.workspace}/chats/${chatId}`);
  const log = page.getByRole("log", { name: "Conversation" });
  await expect
    .poll(() =>
      log
        .locator("[data-row]")
        .first()
        .evaluate((row) => row.style.top),
    )
    .not.toBe("");
  expect((await calmSince(page, 0)).moved).toEqual([]);

  const since = await timeOf(page);
  sent.push(...(await flood(team, { chats, perSecond, seconds, round: 1 })));
  const last = (await storedEvents(session, chatId)).at(-1) ?? "";
  await expect(log.getByText(last).last()).toBeInViewport({ timeout: 30_000 });
  const calm = await calmSince(page, since);
  expect(calm.shift.timeline, calm.moved.join("\n")).toBe(0);
  // The marks in a row make room for each other.
  expect(calm.shift.list).toBeLessThan(0.001);
  // A time that gets longer begins further left.
  expect(calm.shift.panel, calm.moved.join("\n")).toBeLessThan(0.001);

  const stored = await storedEvents(session, chatId);
  expect(stored.toSorted()).toEqual(sent.toSorted());
  await expect(async () => expect(await shownEvents(page)).toEqual(stored)).toPass();
  await server.stop();
});
