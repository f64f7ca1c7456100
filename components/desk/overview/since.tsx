import { useTranslations } from "next-intl";
import { formatDayAndClock, type Reader } from "@/lib/kernel/dates";

/** That a chart stopped counting, and where. */
export function Since({ at, reader }: { at: string | null; reader: Reader }) {
  const t = useTranslations("overview");
  if (at === null) return null;
  return <p className="text-soft text-sm">{t("since", { time: formatDayAndClock(new Date(at), reader) })}</p>;
}
