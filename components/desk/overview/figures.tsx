import { useTranslations } from "next-intl";
import { searchOf as searchOfCalls } from "@/components/actions/calls/filter";
import { searchOf as searchOfChats } from "@/components/desk/shared/filter";
import { sectionPath } from "@/components/shell/settings-sections";
import { whenText } from "@/components/time/when-text";
import { classes } from "@/components/ui/classes";
import { Link } from "@/components/ui/link";
import { failuresOf, sum } from "@/lib/desk/overview/shared/table";
import { dayKey } from "@/lib/kernel/dates";
import type { Shown } from "./shown";

/** What needs somebody, each a link to where it is listed. */
export function Figures({ workspace, query, overview, reader, format }: Shown) {
  const t = useTranslations("overview.figures");
  const times = useTranslations("ui.time");
  const { waiting } = overview.answers;
  const now = Date.parse(overview.at);
  const problems = sum(overview.openProblems.map(({ count }) => count));
  const failed = sum(overview.actions.items.map(failuresOf));
  const countOf = (count: number, isMore: boolean) => (isMore ? format.atLeast(count) : format.count(count));
  const chats = (view: "open" | "problems") => `/chats${searchOfChats({ view, channel: null, tag: null })}`;
  const [from, to] = [Date.parse(query.from), Date.parse(query.to) - 1].map((at) => dayKey(at, query.zone));
  const figures = [
    { name: "waiting", value: countOf(waiting.count, waiting.isMore), note: t("now"), path: chats("open"), isCalm: waiting.count === 0 },
    {
      name: "longest",
      value: format.seconds(waiting.since === null ? null : (now - Date.parse(waiting.since)) / 1000),
      note: waiting.since === null ? t("now") : t("since", { time: whenText(times, new Date(waiting.since), { now, reader }) }),
      path: waiting.chatId === null ? chats("open") : `/chats/${waiting.chatId}`,
      isCalm: waiting.since === null,
    },
    {
      name: "openProblems",
      value: countOf(
        problems,
        overview.openProblems.some(({ isMore }) => isMore),
      ),
      note: t("now"),
      path: chats("problems"),
      isCalm: problems === 0,
    },
    {
      name: "failed",
      value: format.count(failed),
      note: t("period"),
      path: `${sectionPath("calls")}${searchOfCalls({ status: "failure", button: "", from: from ?? "", to: to ?? "" })}`,
      isCalm: failed === 0,
    },
  ] as const;
  return (
    <ul aria-label={t("label")} className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {figures.map(({ name, value, note, path, isCalm }) => (
        <li key={name}>
          <Link
            href={`/${workspace}${path}`}
            className="flex h-full flex-col rounded-xl border border-line bg-surface px-4 py-3 hover:border-accent"
          >
            <span className="text-soft text-sm">{t(name)}</span>
            <span
              className={classes(
                "font-semibold text-xl tabular-nums",
                isCalm ? "text-soft" : (name === "openProblems" || name === "failed") && "text-problem",
              )}
            >
              {value}
            </span>
            <span className="text-soft text-xs">{note}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
