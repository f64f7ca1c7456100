import type { HandleAllStep, PanelHost } from "./panel-host";

type Press = { handled: boolean; event?: string | undefined; at?: string };

/** A press on several problems, or what takes it back: one step after the other, until all are done. Returns when it was pressed. */
export async function inSteps(handleAll: NonNullable<PanelHost["handleAll"]>, press: Press): Promise<{ at: string; count: number }> {
  let count = 0;
  let step: HandleAllStep;
  let { at } = press;
  do {
    step = await handleAll({ ...press, at });
    count += step.count;
    at = step.at;
  } while (!step.isDone);
  return { at, count };
}
