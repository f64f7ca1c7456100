import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { formatPhone } from "@/components/desk/shared/phone";
import { Alert } from "@/components/ui/alert";
import { DownloadLink } from "@/components/ui/download-link";
import { Skeleton } from "@/components/ui/skeleton";
import { refusalText } from "@/lib/browser/field-problem";
import { linesQuery, shownLines } from "@/lib/data/imports/browser/queries";
import type { ImportReply, LineResult, ShownLine } from "@/lib/data/imports/contract";
import { exportImportLines } from "@/lib/data/imports/endpoints";
import { addressOf } from "@/lib/kernel/address";
import type { Refusal } from "@/lib/kernel/errors";
import { attributePrefix } from "./column-draft";

/** Lines with one result, or those that are taken without some of their values. */
export type Listed = LineResult | "leftOut";
type Props = { workspace: string; shown: ImportReply; result: Listed };

/** Results whose lines have reasons. */
const hasReasons = (result: Listed): boolean => result === "refused" || result === "duplicate" || result === "leftOut";
const queryOf = (result: Listed) => (result === "leftOut" ? { leftOut: "true" as const } : { result });

const head = "px-2 py-2 text-start font-medium text-soft text-xs first:ps-4 last:pe-4";
/** On a phone one column holds what three hold elsewhere. */
const wide = "max-sm:hidden";
const cell = "px-2 py-2 align-top text-start first:ps-4 last:pe-4 wrap-anywhere";

/** The first lines with a result, and all of them as a file. */
export function ImportLines({ workspace, shown: { id, state, counts, leftOut }, result }: Props) {
  const t = useTranslations("imports.lines");
  const names = useTranslations("imports.counts.names");
  const { data, error } = useQuery(linesQuery(workspace, id, { state, ...queryOf(result) }));
  const title = names(result);
  const count = result === "leftOut" ? leftOut : counts[result];
  return (
    <section aria-label={t("title", { name: title })}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
        <h3 className="min-w-0 flex-1 basis-40">
          {count > shownLines ? t("first", { name: title, shown: shownLines, count }) : t("title", { name: title })}
        </h3>
        <DownloadLink href={addressOf(exportImportLines.path, { params: { workspace, importId: id }, query: queryOf(result) })}>
          {t("download")}
        </DownloadLink>
      </header>
      {error && <Alert className="mx-4 mb-4">{error.message}</Alert>}
      {!data && !error && (
        <div aria-busy className="px-4 pb-4">
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      {data && (
        <table className="w-full table-fixed border-collapse text-sm">
          <thead>
            <tr className="border-line border-t">
              <th scope="col" className={`${head} w-20`}>
                {t("line")}
              </th>
              {hasReasons(result) ? (
                <>
                  <th scope="col" className={`${head} ${wide} w-1/6`}>
                    {t("column")}
                  </th>
                  <th scope="col" className={`${head} ${wide} w-1/5`}>
                    {t("value")}
                  </th>
                  <th scope="col" className={head}>
                    {t("reason")}
                  </th>
                </>
              ) : (
                <>
                  <th scope="col" className={`${head} w-1/4`}>
                    {t("userId")}
                  </th>
                  <th scope="col" className={head}>
                    {t("values")}
                  </th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {data.data.map((line) =>
              result === "leftOut" ? (
                line.leftOut.map((one, at) => <ReasonRow key={`${line.line} ${at}`} {...one} line={at === 0 ? line.line : null} />)
              ) : hasReasons(result) ? (
                <ReasonRow key={line.line} {...line} />
              ) : (
                <LineRow key={line.line} line={line} />
              ),
            )}
          </tbody>
        </table>
      )}
    </section>
  );
}

type Reason = {
  line: number | null;
  column: string | null;
  value: string | null;
  reason: string | null;
  refusal?: ShownLine["refusal"] | undefined;
};

/** Why a line, or a value of it, is not taken. A line is numbered once. */
function ReasonRow({ line, column, value, reason, refusal }: Reason) {
  const t = useTranslations("imports.lines");
  const refusals = useTranslations("refusals");
  return (
    <tr className={line === null ? undefined : "border-line border-t"}>
      {line === null ? (
        <td />
      ) : (
        <th scope="row" className={`${cell} font-normal text-soft tabular-nums`}>
          {t("number", { line })}
        </th>
      )}
      <td className={`${cell} ${wide}`}>
        <bdi>{column}</bdi>
      </td>
      <td className={`${cell} ${wide}`}>
        <bdi>{value}</bdi>
      </td>
      <td className={cell}>
        {column !== null && (
          <span className="block text-soft sm:hidden">
            <bdi>{column}</bdi>: <bdi>{value}</bdi>
          </span>
        )}
        {/* Lines of before have the sentence of the public API alone. */}
        {(refusal && refusalText(refusals, refusal as Refusal)) ?? <span lang="en">{reason}</span>}
      </td>
    </tr>
  );
}

function LineRow({ line: { line, userId, values } }: { line: ShownLine }) {
  const t = useTranslations("imports.lines");
  const fields = useTranslations("imports.columns.choices");
  return (
    <tr className="border-line border-t">
      <th scope="row" className={`${cell} font-normal text-soft tabular-nums`}>
        {t("number", { line })}
      </th>
      <td className={cell}>
        <bdi>{userId}</bdi>
      </td>
      <td className={cell}>
        {Object.entries(values).map(([name, text]) => (
          <span key={name} className="me-3 inline-block max-w-full">
            <span className="text-soft">
              {name === "name" || name === "email" || name === "phone" ? fields(name) : <bdi>{name.replace(attributePrefix, "")}</bdi>}{" "}
            </span>
            <bdi>{name === "phone" ? formatPhone(text) : text}</bdi>
          </span>
        ))}
      </td>
    </tr>
  );
}
