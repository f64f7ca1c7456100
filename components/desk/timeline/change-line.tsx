import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { When } from "@/components/time/when";
import type { Change, Notice } from "@/lib/chats/contract";

type Props = { change: Exclude<Change, Notice>; authorName: string | null; at: string };

const b = (text: ReactNode) => <b className="font-medium text-text">{text}</b>;

function ChangeText({ change, authorName }: Omit<Props, "at">) {
  const t = useTranslations("chat.changes");
  const until = change.what === "snoozed" ? () => <When at={change.until} /> : () => null;
  const to = change.what === "assigned" ? change.to : "";
  const event = "event" in change ? (change.event || t("deletedProblem")) + (change.count ? ` ×${change.count}` : "") : "";
  if (change.what === "woke") return t("woke");
  if (authorName === null) return t.rich(`nobody.${change.what}`, { until, to, event, b });
  if (change.what === "assigned" && change.isSelf) return t.rich("taken", { name: authorName, b });
  return t.rich(`of.${change.what}`, { name: authorName, until, to, event, b });
}

/** What somebody did with the chat: one quiet line. */
export function ChangeLine({ change, authorName, at }: Props) {
  return (
    <p className="mt-3 text-center text-soft text-xs wrap-anywhere">
      <ChangeText change={change} authorName={authorName} /> · <When at={at} />
    </p>
  );
}
