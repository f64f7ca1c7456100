import { ArrowDown } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Position } from "./use-position";

type Props = { count: number; position: Position; onClick: () => void };

const look = "absolute bottom-3 flex min-h-8 items-center justify-center gap-1.5 rounded-full border border-line bg-surface shadow-sm";

/** The way back to the newest item: what an agent would want to see there is counted. */
export function NewestButton({ count, position, onClick }: Props) {
  const t = useTranslations("chat.timeline");
  if (position === "end") return null;
  if (count > 0) {
    return (
      <div className="pointer-events-none absolute inset-x-0 bottom-0 flex justify-center">
        <button
          type="button"
          onClick={onClick}
          className={`${look} pointer-events-auto px-3 font-semibold text-accent text-sm hover:border-accent`}
        >
          <ArrowDown aria-hidden className="size-3.5" />
          {t("new", { count })}
        </button>
      </div>
    );
  }
  if (position === "near") return null;
  return (
    <button
      type="button"
      aria-label={t("newest")}
      title={t("newest")}
      onClick={onClick}
      className={`${look} end-4 size-9 text-soft hover:border-accent hover:text-text pointer-coarse:size-11`}
    >
      <ArrowDown aria-hidden className="size-4" />
    </button>
  );
}
