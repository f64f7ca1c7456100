"use client";

import { FileUp } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useRef } from "react";
import { useDroppedFiles } from "@/components/desk/composer/use-dropped-files";
import { Alert } from "@/components/ui/alert";
import { bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { ProgressBar } from "@/components/ui/progress-bar";
import { sizeOf } from "@/lib/chats/attachments/shared/size";
import { maxImportBytes, maxImportLines } from "@/lib/data/imports/shared/limits";
import { isolated } from "@/lib/kernel/text";
import { useImportUpload } from "./use-import-upload";

const accepted = ".csv,.tsv,.tab,.txt,text/csv,text/tab-separated-values,text/plain";

/** Takes the file of an import: chosen, or dropped anywhere on the page. */
export function FileDrop({ workspace }: { workspace: string }) {
  const t = useTranslations("imports.file");
  const locale = useLocale();
  const input = useRef<HTMLInputElement>(null);
  const { uploading, problem, choose, stop } = useImportUpload(workspace);
  const isOver = useDroppedFiles(uploading ? undefined : choose);
  return (
    <section
      aria-label={t("label")}
      className={classes(
        "mb-4 flex flex-col items-center gap-3 rounded-xl border border-dashed px-4 py-8 text-center",
        isOver ? "border-accent bg-accent-soft" : "border-edge bg-surface",
      )}
    >
      {problem !== undefined && <Alert className="w-full max-w-[62ch] text-start wrap-anywhere">{problem}</Alert>}
      {uploading ? (
        <>
          <p className="max-w-full font-semibold wrap-anywhere">{t.rich("uploading", { name: uploading.name, bdi })}</p>
          <ProgressBar label={t("uploadOf", { name: isolated(uploading.name) })} share={uploading.share} className="h-2 w-80 max-w-full" />
          <Button onClick={stop}>{t("stop")}</Button>
        </>
      ) : (
        <>
          <FileUp aria-hidden className="size-6 text-soft" />
          <p className="font-semibold">{t(isOver ? "dropNow" : "drop")}</p>
          <input
            ref={input}
            type="file"
            hidden
            accept={accepted}
            onChange={({ target }) => {
              void choose([...(target.files ?? [])]);
              // The same file can be chosen again after it was refused.
              target.value = "";
            }}
          />
          <Button variant="primary" onClick={() => input.current?.click()}>
            {t("choose")}
          </Button>
          <p className="max-w-[52ch] text-balance text-soft text-sm">
            {t("limits", { size: sizeOf(maxImportBytes, locale), lines: maxImportLines })}
          </p>
        </>
      )}
    </section>
  );
}
