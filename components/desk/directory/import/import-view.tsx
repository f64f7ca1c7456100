"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { BackLink } from "@/components/ui/back-link";
import { sizeOf } from "@/lib/chats/attachments/shared/size";
import { importQuery } from "@/lib/data/imports/browser/queries";
import type { ImportReply } from "@/lib/data/imports/contract";
import { importPath } from "@/lib/data/imports/shared/path";
import { CancelImport } from "./cancel-import";
import { CheckStep } from "./check-step";
import { ColumnsStep } from "./columns-step";
import { ImportFailure } from "./import-failure";
import { announcedPercent, ImportProgress, phaseOf } from "./import-progress";
import { type ImportStep, ImportSteps } from "./import-steps";
import { RunStep } from "./run-step";

/** A file that could not be read through may be read in another way. */
const isUnread = ({ state, startedAt, fileKept }: ImportReply): boolean => state === "failed" && startedAt === null && fileKept;

function stepOf(shown: ImportReply, isChoosing: boolean): ImportStep {
  const { state, startedAt } = shown;
  if (state === "columns" || isUnread(shown) || (state === "checked" && isChoosing)) return "columns";
  return startedAt === null ? "check" : "run";
}

/** One import, from its columns to what became of it, as it goes on. */
export function ImportView({ workspace, initial }: { workspace: string; initial: ImportReply }) {
  const t = useTranslations("imports");
  const locale = useLocale();
  const { data, error } = useQuery({ ...importQuery(workspace, initial.id), initialData: { import: initial } });
  const [isChoosing, setChoosing] = useState(false);
  const shown = data.import;
  const { id, state, fileName, bytes } = shown;
  const phase = phaseOf(state);
  const step = stepOf(shown, isChoosing);
  const isOver = state === "done" || state === "undone";

  return (
    <>
      <BackLink href={importPath(workspace)}>{t("title")}</BackLink>
      <header className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h1 className="text-xl wrap-anywhere">
            <bdi>{fileName}</bdi>
          </h1>
          <p className="mt-1 text-soft">{sizeOf(bytes, locale)}</p>
        </div>
        {(state === "columns" || state === "checked" || isUnread(shown)) && (
          <CancelImport workspace={workspace} importId={id} isRun={false} />
        )}
      </header>
      <ImportSteps current={step} isOver={isOver} />
      {/* One that stays, so that each state is announced. */}
      <p role="status" className="sr-only">
        {phase === undefined
          ? t(`states.${state}`)
          : t("progress.announced", { what: t(`states.${state}`), percent: announcedPercent(shown) })}
      </p>
      {error && <Alert className="mb-4">{error.message}</Alert>}
      <section aria-label={t(`steps.names.${step}`)}>
        {isUnread(shown) && <ImportFailure failure={shown.failure} />}
        {phase !== undefined ? (
          <ImportProgress
            phase={phase}
            shown={shown}
            action={phase !== "undo" && <CancelImport workspace={workspace} importId={id} isRun={phase === "run"} />}
          />
        ) : step === "columns" ? (
          <ColumnsStep workspace={workspace} shown={shown} onChecking={() => setChoosing(false)} />
        ) : state === "checked" ? (
          <CheckStep workspace={workspace} shown={shown} onColumns={() => setChoosing(true)} />
        ) : (
          <RunStep workspace={workspace} shown={shown} />
        )}
      </section>
    </>
  );
}
