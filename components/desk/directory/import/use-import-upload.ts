import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useUnsaved } from "@/components/settings/shared/use-unsaved";
import { upload } from "@/lib/browser/upload";
import { sizeOf } from "@/lib/chats/attachments/shared/size";
import { uploadImport } from "@/lib/data/imports/endpoints";
import { maxImportBytes, maxImportLines } from "@/lib/data/imports/shared/limits";
import { hasCode } from "@/lib/kernel/errors";
import { hasMoreLines } from "./line-count";

const spreadsheet = /\.(?:xlsx?|xlsm|xlsb|ods|numbers|gsheet)$/i;

/** A file on its way to the server. Leaving the page ends it, so it asks first. */
export function useImportUpload(workspace: string) {
  const t = useTranslations("imports.file");
  const locale = useLocale();
  const router = useRouter();
  const [uploading, setUploading] = useState<{ name: string; share: number }>();
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useUnsaved(uploading !== undefined);
  useEffect(() => () => running.current?.abort(), []);

  /** What is wrong with files before anything of them is sent. */
  async function refusalOf(files: readonly File[]): Promise<string | undefined> {
    const [file] = files;
    if (!file || files.length > 1) return t("several");
    const { name } = file;
    if (spreadsheet.test(name)) return t("spreadsheet", { name });
    if (file.size > maxImportBytes) return t("tooLarge", { name, size: sizeOf(file.size, locale), max: sizeOf(maxImportBytes, locale) });
    if (file.size === 0) return t("empty", { name });
    // One that cannot be read fails when it is uploaded.
    if (await hasMoreLines(file, maxImportLines).catch(() => false)) return t("tooManyLines", { name, max: maxImportLines });
    return undefined;
  }

  async function choose(files: readonly File[]): Promise<void> {
    const [file] = files;
    if (!file || running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    try {
      const refusal = await refusalOf(files);
      if (refusal !== undefined) throw new Error(refusal);
      setUploading({ name: file.name, share: 0 });
      const { import: made } = await upload(uploadImport, {
        params: { workspace },
        query: { fileName: file.name.toWellFormed().slice(-255) },
        file,
        onProgress: (share) => setUploading({ name: file.name, share }),
        signal: controller.signal,
      });
      running.current = undefined;
      router.push(`/${workspace}/contacts/import/${made.id}`);
    } catch (error) {
      running.current = undefined;
      setUploading(undefined);
      const hasArrived = error instanceof Error && !hasCode(error, "unavailable");
      if (!controller.signal.aborted) setProblem(hasArrived ? error.message : t("notArrived"));
    }
  }

  return { uploading, problem, choose, stop: () => running.current?.abort() };
}
