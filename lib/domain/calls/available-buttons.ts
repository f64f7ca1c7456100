import { type Facts, unmetCondition } from "@/lib/domain/buttons/shared/conditions";
import { cooldownOf } from "@/lib/domain/buttons/shared/cooldown";
import { storedOptions } from "@/lib/domain/buttons/shared/options";
import type { Role } from "@/lib/kernel/contract";
import { db } from "@/lib/platform/db";
import { lastPresses } from "./recent";

type Row = { id: string; action: string; label: string; options: unknown; problemEvents: unknown };
type Viewer = Facts & { personId: string; contactId: string | null; role: Role };

/** The buttons that this member sees for this person, with what dialogs and cooldowns need, and the number of hidden ones. */
export async function availableButtons(workspaceId: string, rows: readonly Row[], viewer: Viewer) {
  const all = rows.map((row) => ({ ...row, options: storedOptions(row) }));
  const shown = all.filter(({ options }) => options.roles.includes(viewer.role) && !unmetCondition(options.shownWhen, viewer));
  const cooldownIds = shown.filter(({ options }) => options.coolDownSeconds > 0).map(({ id }) => id);
  const last = cooldownIds.length > 0 ? await lastPresses(db(), workspaceId, viewer, cooldownIds) : new Map<string, never>();
  const now = new Date();
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
