import { useTranslations } from "next-intl";
import { formatTime } from "@/lib/kernel/dates";

/** That a chart stopped counting, and where. */
export function Since({ at, zone }: { at: string | null; zone: string }) {
  const t = useTranslations("overview");
  if (at === null) return null;
  const date = new Date(at);
  return <p className="text-soft text-sm">{t("since", { time: `${formatTime("day", date, zone)} ${formatTime("clock", date, zone)}` })}</p>;
}
