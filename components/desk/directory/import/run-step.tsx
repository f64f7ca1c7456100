import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { buttonLink } from "@/components/ui/button-link";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import type { ImportReply } from "@/lib/data/imports/contract";
import { importPath } from "@/lib/data/imports/shared/path";
import { ImportCounts } from "./import-counts";
import { ImportFailure } from "./import-failure";
import { UndoImport } from "./undo-import";

/** What became of an import that is over. */
export function RunStep({ workspace, shown }: { workspace: string; shown: ImportReply }) {
  const t = useTranslations("imports.run");
  const { startedAt, undoUntil, state } = shown;
  const wasRun = startedAt !== null;
  return (
    <>
      <Outcome shown={shown} />
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Link href={`/${workspace}/contacts`} className={buttonLink}>
          {t("contacts")}
        </Link>
        <Link href={importPath(workspace)} className={buttonLink}>
          {t("another")}
        </Link>
        {undoUntil !== null && state !== "undone" && <UndoImport workspace={workspace} shown={shown} until={undoUntil} />}
      </div>
      {wasRun && (
        <Panel title={t("title")} flush>
          <ImportCounts workspace={workspace} shown={shown} label={t("title")} />
        </Panel>
      )}
    </>
  );
}

/** One sentence of what was done. */
function Outcome({ shown }: { shown: ImportReply }) {
  const t = useTranslations("imports.run");
  const { state, counts, progress, startedAt, undone, failure } = shown;
  if (state === "failed") return <ImportFailure failure={failure} written={progress.written} />;
  if (state === "undone" && undone)
    return (
      <Alert tone="good" className="mb-4">
        <p className="font-semibold">{t("undone", undone)}</p>
        <p className="text-soft text-sm">{t("undoneHint")}</p>
      </Alert>
    );
  if (state === "cancelled")
    return (
      <Alert tone="warning" className="mb-4">
        {startedAt === null ? t("discarded") : t("cancelled", { count: progress.written })}
      </Alert>
    );
  return (
    <Alert tone="good" className="mb-4">
      {t("done", { added: counts.new, changed: counts.changed, refused: counts.refused })}
    </Alert>
  );
}
