import { type Facts, unmetCondition } from "@/lib/actions/buttons/shared/conditions";
import { cooldownOf, type LastPress } from "@/lib/actions/buttons/shared/cooldown";
import { storedOptions } from "@/lib/actions/buttons/shared/options";
import type { Role } from "@/lib/kernel/contract";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { lastPresses } from "./recent";

type Row = { id: string; action: string; label: string; options: unknown; problemEvents: unknown };
type Viewer = Facts & { personId: string; contactId: string | null; role: Role };

const withOptions = <R extends Row>(rows: readonly R[]) => rows.map((row) => ({ ...row, options: storedOptions(row) }));

/** The last presses of these buttons, for `availableButtons`. */
export async function lastPressesOf(workspaceId: string, rows: readonly Row[], person: Pick<Viewer, "personId" | "contactId">) {
  const ids = withOptions(rows).flatMap(({ id, options }) => (options.coolDownSeconds > 0 ? [id] : []));
  return ids.length > 0 ? lastPresses(db(), workspaceId, person, ids) : new Map<string, LastPress>();
}

/** The buttons that this member sees for this person, with what dialogs and cooldowns need, and the number of hidden ones. */
export function availableButtons(rows: readonly Row[], viewer: Viewer, last: ReadonlyMap<string, LastPress>) {
  const all = withOptions(rows);
  const shown = all.filter(({ options }) => options.roles.includes(viewer.role) && !unmetCondition(options.shownWhen, viewer));
  const now = currentTime();
  const buttons = shown.map(({ id, action, label, options }) => {
    const { confirms, explanation, danger, inputs, onProblemCards, problemEvents, coolDownSeconds } = options;
    const cooldown = cooldownOf(last.get(id), coolDownSeconds, now);
    return {
      id,
      action,
      label,
      confirms,
      explanation,
      danger,
      inputs,
      onProblemCards,
      problemEvents,
      coolDownSeconds,
      cooldown,
    };
  });
  return { buttons, hiddenButtons: all.length - shown.length };
}
