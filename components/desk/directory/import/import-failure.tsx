import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import type { ImportReply } from "@/lib/data/imports/contract";
import { maxImportLines, maxKeptLines } from "@/lib/data/imports/shared/limits";

/** Why an import failed, and what to do about it. */
export function ImportFailure({ failure, written = 0 }: { failure: ImportReply["failure"]; written?: number }) {
  const t = useTranslations("imports.failed");
  return (
    <Alert className="mb-4">
      <p className="font-semibold">
        {failure === null
          ? t("unknown")
          : t(`codes.${failure.code}`, { line: failure.line ?? 0, max: failure.code === "no_room" ? maxKeptLines : maxImportLines })}
      </p>
      <p>{t("written", { count: written })}</p>
    </Alert>
  );
}
