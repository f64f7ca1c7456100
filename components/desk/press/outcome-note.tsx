import { CircleHelp, Hourglass, Lock, TriangleAlert } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { When } from "@/components/time/when";
import type { Outcome } from "@/lib/chats/contract";
import { tookText } from "@/lib/kernel/durations";

type Props = { outcome: Outcome; authorName: string; at: string };

const icons = { working: Hourglass, succeeded: Lock, refused: TriangleAlert, failed: TriangleAlert, unknown: CircleHelp } as const;

/** The outcome of a press, for the team only. The receiver's message is the text; what was sent and what went wrong is small print. One line without any of them. */
export function OutcomeNote({ outcome, authorName, at }: Props) {
  const t = useTranslations("chat.outcome");
  const { state, message, reason, inputs = [], isResend = false } = outcome;
  const Icon = icons[state];
  const isFailure = state === "refused" || state === "failed";
  const isAccepted = state === "succeeded" || state === "working";
  const text = isAccepted ? message : reason;
  const detail = isAccepted ? reason : null;
  const presser = t.rich(isResend ? "resentBy" : "pressedBy", { name: authorName, b: (name) => <bdi>{name}</bdi> });
  if (!text && !detail && inputs.length === 0) {
    return (
      <div className="mt-3 flex min-h-8 items-start gap-2 rounded-lg border border-line px-3 py-1.5 text-soft text-xs/5">
        <Icon className={`mt-0.5 size-4 flex-none ${isFailure ? "text-problem" : ""}`} />
        <p className="min-w-0 flex-1 wrap-anywhere">
          <OutcomeTitle outcome={outcome} /> · {presser}
        </p>
        <When at={at} className="flex-none" />
      </div>
    );
  }
  return (
    <div className="mt-3 grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-2 gap-y-0.5 rounded-lg border border-note-line bg-note px-3 py-2">
      <Icon className={`size-4 ${isFailure ? "text-problem" : "text-soft"}`} />
      <p className="font-semibold text-xs wrap-anywhere">
        <OutcomeTitle outcome={outcome} />
      </p>
      <span className="text-soft text-xs">
        <When at={at} />
      </span>
      {text && <p className="col-start-2 col-end-4 whitespace-pre-wrap wrap-anywhere">{text}</p>}
      {detail && <p className="col-start-2 col-end-4 text-soft text-xs wrap-anywhere">{detail}</p>}
      {inputs.length > 0 && (
        <p className="col-start-2 col-end-4 line-clamp-6 text-soft text-xs wrap-anywhere">
          {t.rich("sent", {
            list: () =>
              inputs.map(({ label, value }, index) => (
                // By position: the labels of two inputs may be equal.
                <bdi key={index}>
                  {index > 0 && ", "}
                  {label} {value}
                </bdi>
              )),
          })}
        </p>
      )}
      <p className="col-start-2 col-end-4 text-soft text-xs wrap-anywhere">{presser}</p>
    </div>
  );
}

const b = (text: ReactNode) => <bdi>{text}</bdi>;
const good = (text: ReactNode) => <span className="text-ok">{text}</span>;

function OutcomeTitle({ outcome: { label, state, tookMs } }: { outcome: Outcome }) {
  const t = useTranslations("chat.outcome");
  const locale = useLocale();
  switch (state) {
    case "succeeded":
      return tookMs === null
        ? t.rich("succeeded", { label, b, good })
        : t.rich("succeededIn", { label, b, good, took: tookText(tookMs, locale) });
    case "working":
      return t.rich("working", { label, b });
    case "refused":
      return <span className="text-problem">{t.rich("refused", { label, b })}</span>;
    case "failed":
      return <span className="text-problem">{t.rich("failed", { label, b })}</span>;
    case "unknown":
      return t.rich("unknown", { label, b });
  }
}
