import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import type { ImportReply } from "@/lib/data/imports/contract";
import { ActionBar } from "./action-bar";
import { ImportCounts } from "./import-counts";
import { useImportStep } from "./use-import-step";

type Props = { workspace: string; shown: ImportReply; onColumns: () => void };

/** What the import would do with each line of the file, and the button that begins it. */
export function CheckStep({ workspace, shown, onColumns }: Props) {
  const t = useTranslations("imports.check");
  const { id, counts, fileKept } = shown;
  const run = useImportStep(workspace, id, "run");
  const count = counts.new + counts.changed;
  return (
    <>
      <Panel title={t("title")} description={t("description")} flush>
        <ImportCounts workspace={workspace} shown={shown} label={t("title")} />
      </Panel>
      {count === 0 && (
        <Alert tone="warning" className="mb-4">
          {t("nothing")}
        </Alert>
      )}
      {run.error && <Alert className="mb-4">{run.error.message}</Alert>}
      <ActionBar text={<span className="text-soft">{t("unwritten")}</span>}>
        {fileKept && <Button onClick={onColumns}>{t("columns")}</Button>}
        {count > 0 && (
          <Button variant="primary" busy={run.isPending} onClick={() => run.mutate()}>
            {t("run", { count })}
          </Button>
        )}
      </ActionBar>
    </>
  );
}
