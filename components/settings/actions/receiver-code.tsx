import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";

/** A text area, so that the keyboard can scroll it; lines do not wrap, as in an editor. */
export function ReceiverCode({ name, path, code }: { name: string; path: string; code: string }) {
  const t = useTranslations("settings.receiver");
  return (
    <>
      <div className="mb-2 flex items-center gap-3">
        <code className="min-w-0 flex-1 truncate font-mono text-soft text-xs">{path}</code>
        <CopyButton text={code} label={t("copy", { language: name })} />
      </div>
      <textarea
        readOnly
        aria-label={t("code", { language: name })}
        wrap="off"
        spellCheck={false}
        value={code}
        className="block h-[28rem] w-full resize-y overflow-auto rounded-md border border-line bg-raised p-3 font-mono text-xs leading-5"
      />
    </>
  );
}
