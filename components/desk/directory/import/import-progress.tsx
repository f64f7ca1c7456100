import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { ImportReply } from "@/lib/data/imports/contract";

/** In percent: a screen reader hears each of them, and nothing in between. */
const announcedEvery = 25;

export type Phase = NonNullable<ImportReply["progress"]["phase"]>;

const phases = { checking: "check", running: "run", undoing: "undo" } as const satisfies Partial<Record<ImportReply["state"], Phase>>;

/** What is under way, by the state alone: before it is begun, it waits for its turn. */
export const phaseOf = (state: ImportReply["state"]): Phase | undefined =>
  state in phases ? phases[state as keyof typeof phases] : undefined;

/** From 0 to 1; null before it is begun. */
const shareOf = ({ progress: { phase, done, total } }: ImportReply): number | null =>
  phase === null || total === 0 ? null : Math.min(1, done / total);

/** In steps that are few enough to be read out. */
export const announcedPercent = (shown: ImportReply): number => Math.floor((100 * (shareOf(shown) ?? 0)) / announcedEvery) * announcedEvery;

/** How far a check, a run or an undo is. */
export function ImportProgress({ phase, shown, action }: { phase: Phase; shown: ImportReply; action?: ReactNode }) {
  const t = useTranslations("imports.progress");
  const share = shareOf(shown);
  const { done, total, lines } = shown.progress;
  const text = share === null ? t("waits") : t(`of.${phase}`, { done, total, lines });
  return (
    <div className="rounded-xl border border-line bg-surface p-4">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-semibold">{t(`phases.${phase}`)}</p>
          <p className="text-soft text-sm tabular-nums">{text}</p>
        </div>
        {action}
      </div>
      <ProgressBar label={t(`phases.${phase}`)} share={share} text={text} className="h-2 w-full" />
      <p className="mt-3 text-pretty text-soft text-sm">{t("leave")}</p>
    </div>
  );
}
