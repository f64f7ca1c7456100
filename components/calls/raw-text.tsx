import { useTranslations } from "next-intl";
import { bytesOf } from "./words";

// More than a screen: it is there for whoever wants it, and nobody has to scroll past it.
const longFrom = 3_000;

/** A text exactly as it came, wrapped where it must be. */
export function RawText({ label, text }: { label: string; text: string }) {
  const t = useTranslations("calls.size");
  return (
    <details open={text.length < longFrom} className="mt-3">
      <summary className="w-fit rounded-sm text-soft text-xs">
        {label}, {t("bytes", { count: bytesOf(text) })}
      </summary>
      <pre className="wrap-anywhere mt-2 whitespace-pre-wrap rounded-md border border-line bg-raised p-3 font-mono text-xs leading-5">
        {text}
      </pre>
    </details>
  );
}
