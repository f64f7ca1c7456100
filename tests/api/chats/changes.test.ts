import type { changeChats } from "@/lib/chats/bulk/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { expect, type Session, type Team, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { panelOf } from "../helpers";

const chatOf = async (team: Team, name: string) =>
  (await team.sendMessage({ channel: "website", visitorId: `v_${name}`, name }, "Hello")).chatId;
const change = (session: Session, changes: readonly object[]) => session.call("POST", "/chats/changes", { changes });
const resultsOf = async (session: Session, changes: readonly object[]) =>
  ((await change(session, changes)).body as ReplyOf<typeof changeChats>).results;

test("changes several chats, each on its own: one of another workspace, or one that is refused, leaves the others changed", async ({
  ada,
  bob,
}) => {
  const [one, two, foreign] = [await chatOf(ada, "Ada"), await chatOf(ada, "Luis"), await chatOf(bob, "Noor")];
  const [session, his] = [await ada.signIn(), await bob.signIn()];
  const { body: tag } = await session.call("POST", "/tags", { name: "Billing", color: "blue" });
  const set = { tag: { tagId: tag["id"], isSet: true } };

  const results = await resultsOf(session, [
    { chatId: one, status: "closed", ...set },
    { chatId: foreign, status: "closed", ...set },
    { chatId: two, accountId: one },
    { chatId: two, ...set },
  ]);
  expect(results).toMatchObject([
    { chatId: one, error: null },
    { chatId: foreign, error: { code: "not_found" } },
    { chatId: two, error: { code: "invalid_request", message: expect.stringContaining("accountId") } },
    { chatId: two, error: null },
  ]);
  expect((await panelOf(session, one)).chat).toMatchObject({ status: "closed", tags: [{ name: "Billing" }] });
  expect((await panelOf(session, two)).chat).toMatchObject({ status: "open", assignee: null, tags: [{ name: "Billing" }] });
  expect((await panelOf(his, foreign)).chat).toMatchObject({ status: "open", tags: [] });

  // A chat that was put away is so again after its closing is taken back; a time that has passed changes nothing.
  const [later, past] = [new Date(Date.now() + 3_600_000).toISOString(), new Date(Date.now() - 1_000).toISOString()];
  const back = [
    { chatId: one, status: "open", snoozedUntil: later },
    { chatId: two, status: "open", snoozedUntil: past },
  ];
  for (const { error } of await resultsOf(session, back)) expect(error).toBeNull();
  expect((await panelOf(session, one)).chat).toMatchObject({ status: "open", snoozedUntil: later });
  expect((await panelOf(session, two)).chat).toMatchObject({ status: "open", snoozedUntil: null });
});

test("refuses a call with no change, with more than 50, or with one that cannot be read, and changes nothing", async ({ ada }) => {
  const chatId = await chatOf(ada, "Ada");
  const session = await ada.signIn();
  const closing = { chatId, status: "closed" };
  for (const changes of [[], Array.from({ length: 51 }, () => closing), [closing, { chatId: "1", status: "closed" }]])
    expect(await change(session, changes)).toMatchObject(errorReply(400, "invalid_request"));
  expect((await panelOf(session, chatId)).chat.status).toBe("open");
});
