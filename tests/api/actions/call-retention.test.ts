import { Embedded } from "@/lib/platform/db/embedded";
import { pressAndWait, setOptions } from "../../support/buttons";
import { listOf } from "../../support/calls";
import { deskAt, newDesk } from "../../support/desk";
import { expect, newTeam, signIn, test } from "../../support/fixtures";
import { startServer } from "../../support/server";

const day = 24 * 60 * 60 * 1000;

test("removes all calls older than 30 days of every workspace by itself, with what was filled in, and keeps younger ones", {
  tag: "@embedded",
}, async ({ receiver }) => {
  test.setTimeout(120_000);
  const env = { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: receiver.origin };
  const first = await startServer({ env });
  const team = await newTeam(first);
  const desk = await newDesk(team, receiver);
  await setOptions(desk, { inputs: [{ type: "text", name: "note", label: "Note" }] });
  const pressed = async (note: string) => (await pressAndWait(desk, { inputs: { note } })).outcome.callId;
  const young = await pressed("to be kept");
  const old = await pressed("to be forgotten");
  const others = await newTeam(first);
  const theirs = (await (await newDesk(others, receiver)).pressAndWait()).outcome.callId;
  await first.stop();

  const embedded = await Embedded.open(first.dataDir);
  const dated = "update action_call set started_at = $2 where id = $1";
  await embedded.query(dated, [young, new Date(Date.now() - 30 * day + 60_000)]);
  for (const id of [old, theirs]) await embedded.query(dated, [id, new Date(Date.now() - 30 * day - 60_000)]);
  // More than one batch.
  await embedded.query(
    `insert into action_call (workspace_id, id, delivery_id, chat_id, person_id, button_id, action, label, account_id, agent_name, state, url, started_at)
     select workspace_id, gen_random_uuid(), id, chat_id, person_id, button_id, action, label, account_id, agent_name, state, url, started_at - n * interval '1 second'
     from action_call cross join generate_series(1, 1200) n where id = $1`,
    [old],
  );
  await embedded.close();

  const second = await startServer({ env, dataDir: first.dataDir });
  const session = await signIn(second.url, team.workspace, team.owner);
  const ids = async (by = session) => (await listOf(by)).items.map(({ id }) => id);
  await expect.poll(() => ids(), { timeout: 20_000 }).toEqual([young]);
  const elsewhere = await signIn(second.url, others.workspace, others.owner);
  await expect.poll(() => ids(elsewhere), { timeout: 20_000 }).toEqual([]);
  expect((await session.call("GET", `/calls/${old}`)).status).toBe(404);
  // Its outcome in the chat stays, without what was filled in.
  const { chatId, buttonId } = desk;
  const then = deskAt(session, { chatId, buttonId, receiver, path: `/${team.workspace}` });
  const { outcome } = await then.outcome(old);
  expect(outcome).toMatchObject({ state: "succeeded", label: "Refund é 👍" });
  expect(outcome).not.toHaveProperty("inputs");
  expect((await then.outcome(young)).outcome.inputs).toEqual([{ label: "Note", value: "to be kept" }]);
  expect(await second.stop()).toBe(0);
  expect(second.output()).not.toContain("could not be removed");
});
