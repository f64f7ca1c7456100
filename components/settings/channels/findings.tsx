import { Check, CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";

type Finding = { ok: boolean; message: string };

/** What a check found, one line each. */
export function Findings({ label, findings }: { label: string; findings: readonly Finding[] }) {
  const t = useTranslations("settings.check");
  return (
    <ul aria-label={label} className="mt-3 divide-y divide-line rounded-md border border-line">
      {findings.map(({ ok, message }) => (
        <li key={message} className="flex gap-2.5 px-3 py-2">
          {ok ? (
            <Check role="img" aria-label={t("passed")} className="mt-0.5 size-4 shrink-0 text-ok" />
          ) : (
            <CircleAlert role="img" aria-label={t("failed")} className="mt-0.5 size-4 shrink-0 text-problem" />
          )}
          <p className={`min-w-0 text-pretty break-words ${ok ? "" : "text-problem"}`}>{message}</p>
        </li>
      ))}
    </ul>
  );
}
