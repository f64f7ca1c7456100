import type { NotificationKind } from "@/lib/desk/notifications/shared/kinds";
import type { Translator } from "@/lib/messages";

/** What is new in a chat for one member since the last notification. */
export type News = {
  counts: Record<NotificationKind, number>;
  /** The newest of it. */
  newest: { kind: NotificationKind; authorName: string | null; text: string };
  displayName: string;
};

/** The most pressing kind first. */
const order: readonly NotificationKind[] = ["mention", "problem", "message", "unassigned"];

/** A single notification for all that is new in a chat. Without `showsText` it tells nothing about the customer, nor what was written. */
export function joined(t: Translator<"push">, { counts, newest, displayName }: News, showsText: boolean): { title: string; body: string } {
  const kinds = order.filter((kind) => counts[kind] > 0);
  const total = kinds.reduce((sum, kind) => sum + counts[kind], 0);
  const summary = kinds.map((kind) => t(`count.${kind}`, { count: counts[kind] })).join(", ");
  if (!showsText) return { title: summary, body: t("open") };
  return { title: displayName, body: total > 1 ? summary : textOf(t, newest) };
}

function textOf(t: Translator<"push">, { kind, authorName, text }: News["newest"]): string {
  if (kind === "mention") return t("mention", { name: authorName ?? "", text });
  return kind === "problem" ? t("problem", { text }) : text;
}
