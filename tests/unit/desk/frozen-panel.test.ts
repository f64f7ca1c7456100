import { test } from "@playwright/test";
import { frozenPanel, type Moving, moving } from "@/components/desk/panel/frozen-panel";
import { expect } from "../../support/expect";

const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, "0")}:00.000Z`;
const eventOf = (id: string, minute: number) => ({
  id,
  event: `Event ${id}`,
  level: "info" as const,
  properties: {},
  occurredAt: at(minute),
  receivedAt: at(minute),
  closedAt: null,
  closedBy: null,
});
const problem = (id: string, minute: number, count = 1) => ({
  id,
  event: `Problem ${id}`,
  reference: null,
  count,
  lastAt: at(minute),
  firstAt: at(0),
  cameBack: false,
  latest: eventOf(`event of ${id}`, minute),
});
const byAgent = { kind: "agent" as const, name: "Mia" };
const byEvent = { kind: "event" as const, id: "paid", event: "Paid", occurredAt: at(9) };
const solvedOf = ({ firstAt: _, cameBack: __, ...rest }: ReturnType<typeof problem>, closedBy: typeof byAgent | typeof byEvent) => ({
  ...rest,
  closedAt: at(9),
  closedBy,
});
const panel = (more: Partial<Moving>): Moving => ({
  problems: [],
  problemsCount: more.problems?.length ?? 0,
  solved: [],
  hasOlderProblems: false,
  events: [],
  nextEvents: null,
  ...more,
});
const idsOf = ({ problems }: Moving) => problems.map(({ id }) => id);

const [a, b, c] = [problem("a", 1), problem("b", 2), problem("c", 3)];

test("new problems and events wait, and what is shown says what is new about it", () => {
  const shown = panel({ problems: [b, a], events: [eventOf("e1", 1)] });
  const fresh = panel({ problems: [c, problem("a", 4, 2), b], events: [eventOf("e2", 2), eventOf("e1", 1)] });
  const frozen = frozenPanel(shown, fresh);
  expect(idsOf(frozen.panel)).toEqual(["b", "a"]);
  expect(frozen.panel.problems[1]?.count).toBe(2);
  expect(frozen.panel.events).toEqual(shown.events);
  expect(frozen.waiting).toBe(1);
  expect(frozen.panel.problemsCount).toBe(3);
  expect(moving(fresh)).toMatchObject({ panel: fresh, waiting: 0 });
});

test("a problem that an event ended stays and is known as ended, through further changes too", () => {
  const shown = panel({ problems: [b, a] });
  const ended = panel({ problems: [b], solved: [solvedOf(a, byEvent)] });
  const once = frozenPanel(shown, ended);
  expect([idsOf(once.panel), [...once.ended], once.panel.solved]).toEqual([["b", "a"], ["a"], []]);
  const twice = frozenPanel(once.panel, panel({ ...ended, problems: [c, b], problemsCount: 2 }));
  expect([idsOf(twice.panel), [...twice.ended], twice.waiting]).toEqual([["b", "a"], ["a"], 1]);
});

test("what an agent handled goes at once, and comes back at once when that is taken back", () => {
  const shown = panel({ problems: [b, a] });
  const handled = panel({ problems: [c, a], solved: [solvedOf(b, byAgent)] });
  const without = frozenPanel(shown, handled);
  expect([idsOf(without.panel), without.waiting, without.panel.solved]).toEqual([["a"], 1, handled.solved]);
  const back = frozenPanel(without.panel, panel({ problems: [c, b, a] }));
  expect([idsOf(back.panel), back.waiting, back.panel.solved]).toEqual([["b", "a"], 1, []]);
});

test("of a list that is cut nothing counts as ended", () => {
  const shown = panel({ problems: [b, a] });
  const frozen = frozenPanel(shown, panel({ problems: [c, b], problemsCount: 200 }));
  expect([idsOf(frozen.panel), frozen.ended.size]).toEqual([["b", "a"], 0]);
});
