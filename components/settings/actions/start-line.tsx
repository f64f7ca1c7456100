import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";

/** The command that starts Beside with the developer's local receiver allowed. */
export function StartLine({ line }: { line: string }) {
  const t = useTranslations("settings.server");
  return (
    <div className="mt-2 flex flex-wrap items-start gap-2">
      <code className="min-w-0 flex-1 basis-64 break-words rounded-md border border-line bg-raised px-3 py-2 font-mono text-text text-xs leading-5">
        {line}
      </code>
      <CopyButton text={line} label={t("copyStartLine")} />
    </div>
  );
}
