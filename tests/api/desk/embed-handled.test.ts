import { newId } from "@/lib/kernel/ids";
import { allowFrames, bearerFor, embedToken, frameCall, viewOf } from "../../support/embed";
import { expect, type Team, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { itemsOf, panelOf, putContact, recordEvent } from "../helpers";
import { failed, newChat, onlyProblem, setHandled } from "../problem-helpers";

const origin = "https://support.example.com";

/** An agent's token in a frame. */
async function agentIn(team: Team): Promise<string> {
  const session = await team.signIn();
  await allowFrames(session, [origin]);
  return bearerFor(team, session, origin);
}

const handle = (team: Team, token: string, problemId: string, body: object) =>
  frameCall(team, token, "POST", `/problems/${problemId}/handled`, { handled: true, ...body });

test("an agent in a frame marks a problem as handled and takes that back, with the same trace as at the desk", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  await recordEvent(ada, failed("INV-1"));
  const token = await agentIn(ada);
  const { id } = await onlyProblem(session, chatId);
  const shown = (await viewOf(ada, token, { userId: "u" })).panel?.contact?.id;
  const of = { userId: "u", shown };

  for (let repeat = 0; repeat < 2; repeat += 1)
    expect(await handle(ada, token, id, of)).toMatchObject({ status: 200, body: { handled: true } });
  const by = { kind: "agent", name: "Olga Owner" };
  expect((await viewOf(ada, token, { userId: "u" })).panel).toMatchObject({ problems: [], solved: [{ id, closedBy: by }] });
  expect(await panelOf(session, chatId)).toMatchObject({ problems: [], solved: [{ id, closedBy: by }] });
  expect(await handle(ada, token, id, { ...of, handled: false })).toMatchObject({ status: 200, body: { handled: false } });
  expect(await onlyProblem(session, chatId)).toMatchObject({ id });
  const changes = (await itemsOf(session, chatId)).flatMap((item) => (item.kind === "change" ? [[item.authorName, item.change.what]] : []));
  expect(changes).toEqual([
    ["Olga Owner", "handled"],
    ["Olga Owner", "unhandled"],
  ]);
});

test("an agent in a frame handles a problem of a contact that never chatted", async ({ ada }) => {
  await recordEvent(ada, failed("INV-1"));
  const token = await agentIn(ada);
  const of = { userId: "u" };
  const [problem] = (await viewOf(ada, token, of)).panel?.problems ?? [];
  expect((await handle(ada, token, problem?.id ?? "", of)).status).toBe(200);
  expect((await viewOf(ada, token, of)).panel).toMatchObject({ chat: null, problems: [], solved: [{ closedBy: { name: "Olga Owner" } }] });
});

test("refuses a token alone, another person, another workspace, and whoever is somebody else by now", async ({ ada, bob }) => {
  const { session, chatId } = await newChat(ada);
  await recordEvent(ada, failed("INV-1"));
  await putContact(ada, "another");
  const { id } = await onlyProblem(session, chatId);
  const [token, agent, stranger] = [(await embedToken(ada, { userId: "u" })).token, await agentIn(ada), await agentIn(bob)];
  await putContact(bob, "u");
  expect(await handle(ada, token, id, { userId: "u" })).toMatchObject(errorReply(403, "forbidden"));
  expect(await handle(ada, agent, id, { userId: "another" })).toMatchObject(errorReply(404, "not_found"));
  expect(await handle(ada, agent, newId(), { userId: "u" })).toMatchObject(errorReply(404, "not_found"));
  expect(await handle(ada, agent, id, { userId: "u", shown: newId() })).toMatchObject(errorReply(409, "conflict"));
  expect(await handle(ada, stranger, id, { userId: "u" })).toMatchObject(errorReply(401, "signed_out"));
  expect(await handle(bob, stranger, id, { userId: "u" })).toMatchObject(errorReply(404, "not_found"));
  expect(await onlyProblem(session, chatId)).toMatchObject({ id });
});

test("a token alone gets no name of whoever handled a problem", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  await recordEvent(ada, failed("INV-1"));
  const { id } = await onlyProblem(session, chatId);
  await setHandled(session, chatId, id);
  const { token } = await embedToken(ada, { userId: "u" });
  const view = await viewOf(ada, token);
  const by = { kind: "agent", name: "" };
  expect(view.panel?.solved).toMatchObject([{ id, closedBy: by, latest: { closedBy: by } }]);
  const older = await frameCall(ada, token, "GET", "/events?level=problem");
  expect(older.body).toMatchObject({ items: [{ event: "Payment failed", closedBy: by }] });
  expect(JSON.stringify([view, older.body])).not.toContain("Olga");
});
