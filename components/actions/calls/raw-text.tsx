import { useTranslations } from "next-intl";
import { bytesOf } from "./describe";

// In UTF-16 units. Longer texts fill more than a screen and start collapsed.
const minCollapsedLength = 3_000;

/** A text verbatim, wrapped where necessary. */
export function RawText({ label, text }: { label: string; text: string }) {
  const t = useTranslations("calls.size");
  return (
    <details open={text.length < minCollapsedLength} className="mt-3">
      <summary className="w-fit rounded-sm text-soft text-xs">
        {label}, {t("bytes", { count: bytesOf(text) })}
      </summary>
      <pre className="wrap-anywhere mt-2 whitespace-pre-wrap rounded-md border border-line bg-raised p-3 font-mono text-xs leading-5">
        {text}
      </pre>
    </details>
  );
}
