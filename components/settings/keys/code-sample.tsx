import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CodeLines } from "@/components/settings/shared/code-lines";
import { CopyButton } from "@/components/ui/copy-button";

export function CodeSample({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const t = useTranslations("settings.developers");
  return (
    <div className="min-w-0">
      <div className="flex items-center gap-3">
        <h3 className="min-w-0 flex-1">{title}</h3>
        <CopyButton text={text} label={t("copySample", { title })} />
      </div>
      <p className="mb-2 text-pretty text-soft text-sm">{children}</p>
      <CodeLines text={text} />
    </div>
  );
}
