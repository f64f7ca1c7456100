import { Check, CircleHelp, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { When } from "@/components/time/when";
import type { PressOutcome } from "@/lib/desk/panel/contract";

const looks = {
  succeeded: { Icon: Check, tone: "text-ok" },
  refused: { Icon: TriangleAlert, tone: "text-problem" },
  failed: { Icon: TriangleAlert, tone: "text-problem" },
  unknown: { Icon: CircleHelp, tone: "text-soft" },
} as const;

type Props = {
  outcome: Pick<PressOutcome, "label" | "state" | "text" | "at">;
  /** Also says which button was pressed. */
  hasLabel?: boolean;
  /** In one line. */
  isShort?: boolean;
};

/** "failed 22:30, the bank refused": an icon and a word, not the colour alone. */
export function OutcomeLine({ outcome: { label, state, text, at }, hasLabel = false, isShort = false }: Props) {
  const t = useTranslations("chat.pressed");
  const { Icon, tone } = looks[state];
  // Only the first line: the note in the conversation has all of it.
  const reason = state === "succeeded" ? "" : (text ?? "").split("\n", 1)[0]?.trim();
  const parts = {
    time: () => <When at={at} />,
    word: (chunks: ReactNode) => <span className={`font-semibold ${tone}`}>{chunks}</span>,
  };
  const line = t.rich(`states.${state}`, parts);
  return (
    <>
      <Icon aria-hidden className={`mt-0.5 size-3 flex-none ${tone}`} />
      <span className={isShort ? "min-w-0 truncate" : "line-clamp-2 min-w-0 wrap-anywhere"}>
        {hasLabel && (
          <>
            <bdi>{label}</bdi>{" "}
          </>
        )}
        {reason ? t.rich("because", { line: () => line, reason: () => <bdi>{reason}</bdi> }) : line}
      </span>
    </>
  );
}
