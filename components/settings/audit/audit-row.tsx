import { Terminal } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Moment } from "@/components/time/moment";
import { RelativeTime } from "@/components/time/relative-time";
import { Avatar } from "@/components/ui/avatar";
import { bdi } from "@/components/ui/bdi";
import type { Entry } from "@/lib/workspace/audit/contract";
import { actionValues, detailLines, kindOf } from "@/lib/workspace/audit/shared/describe";

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);

/** A time is shown as the reader writes it, and not as it is stored. */
const shown =
  (text = "", className?: string) =>
  () => <bdi className={className}>{isTime(text) ? <Moment at={text} /> : text}</bdi>;

export function AuditRow({ entry }: { entry: Entry }) {
  const { createdAt, actor, what, details } = entry;
  const t = useTranslations("audit");
  const lines = detailLines(t, details);
  const arrow = (sign: ReactNode) => (
    <>
      <span aria-hidden className="inline-block rtl:-scale-x-100">
        {sign}
      </span>
      <span className="sr-only">{t("entries.becomes")}</span>
    </>
  );
  return (
    <li className="grid grid-cols-[28px_minmax(0,1fr)_auto] gap-x-3 px-4 py-3">
      {/* A member may be named "Command line"; only the real one has this icon. */}
      {actor.accountId === null ? (
        <span aria-hidden className="grid size-7 place-items-center rounded-full border border-line text-soft">
          <Terminal className="size-3.5" />
        </span>
      ) : (
        <Avatar name={actor.name} size={28} />
      )}
      <div className="min-w-0 pt-1">
        <p className="wrap-anywhere">
          {t.rich(`kinds.${kindOf(what)}.sentence`, {
            ...actionValues(t, entry),
            b: (name) => <bdi className="font-semibold">{name}</bdi>,
            bdi,
          })}
        </p>
        {lines.length > 0 && (
          <ul className="mt-1 flex flex-col gap-0.5 text-soft text-xs">
            {lines.map(({ name, from, to }) => (
              <li key={name} className="wrap-anywhere whitespace-pre-line">
                {from === undefined
                  ? t.rich("line", { field: name, to, new: shown(to, "text-text") })
                  : t.rich("lineChanged", { field: name, from, to, old: shown(from), new: shown(to, "text-text"), arrow })}
              </li>
            ))}
          </ul>
        )}
      </div>
      <RelativeTime at={createdAt} ago className="pt-1.5 text-soft text-xs" />
    </li>
  );
}
