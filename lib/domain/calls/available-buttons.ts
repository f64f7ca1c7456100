import { type Facts, unmet } from "@/lib/domain/buttons/shared/conditions";
import { coolingOf } from "@/lib/domain/buttons/shared/cooldown";
import { ButtonOptions } from "@/lib/domain/buttons/shared/options";
import type { Role } from "@/lib/kernel/contract";
import { db } from "@/lib/platform/db";
import { lastPresses } from "./recent";

type Row = { id: string; action: string; label: string; options: unknown };
type Beside = Facts & { personId: string; contactId: string | null; role: Role };

/** The buttons that this member sees beside this person, with what the screen needs to ask and to wait; and how many stay hidden. */
export async function offered(workspaceId: string, rows: readonly Row[], beside: Beside) {
  const all = rows.map((row) => ({ ...row, options: ButtonOptions.parse(row.options) }));
  const shown = all.filter(({ options }) => options.roles.includes(beside.role) && !unmet(options.shownWhen, beside));
  const cooling = shown.filter(({ options }) => options.coolDownSeconds > 0).map(({ id }) => id);
  const last = cooling.length > 0 ? await lastPresses(db(), workspaceId, beside, cooling) : new Map<string, never>();
  const now = new Date();
  const buttons = shown.map(({ id, action, label, options }) => {
    const { confirms, explanation, danger, inputs, onProblemCards, coolDownSeconds } = options;
    const cool = coolingOf(last.get(id), coolDownSeconds, now);
    return { id, action, label, confirms, explanation, danger, inputs, onProblemCards, coolDownSeconds, cooling: cool };
  });
  return { buttons, hiddenButtons: all.length - shown.length };
}
