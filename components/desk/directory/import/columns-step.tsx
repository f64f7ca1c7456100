import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useCallback, useId, useMemo, useRef, useState } from "react";
import { useUnsaved } from "@/components/settings/shared/use-unsaved";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { call } from "@/lib/browser/call";
import { importQuery } from "@/lib/data/imports/browser/queries";
import type { ImportReply, ValueType } from "@/lib/data/imports/contract";
import { mapImport } from "@/lib/data/imports/endpoints";
import { seenAttributesQuery } from "@/lib/people/attribute-display/browser/queries";
import { ActionBar } from "./action-bar";
import { type ColumnDraft, draftOf, problemsOf, targetOf } from "./column-draft";
import { ColumnRow } from "./column-row";
import { FileForm } from "./file-form";
import { PhoneCountry } from "./phone-country";

/** A file with more columns than these has a field that finds one. */
const manyColumns = 12;

const typeOf = (example: unknown): ValueType =>
  typeof example === "number" || typeof example === "boolean" ? (typeof example as ValueType) : "text";

/** What was chosen for columns. It counts only while the file is read in the same way. */
type Choices = { readAs: string; drafts: ReadonlyMap<number, ColumnDraft> };
const noChoices: Choices = { readAs: "", drafts: new Map() };

type Props = { workspace: string; shown: ImportReply; onChecking: () => void };

/** What each column of the file means. Saying so begins the check. */
export function ColumnsStep({ workspace, shown, onChecking }: Props) {
  const t = useTranslations("imports.columns");
  const { id, columns } = shown;
  const queries = useQueryClient();
  const attributes = useId();
  const rows = useRef<HTMLTableElement>(null);
  const [choices, setChoices] = useState(noChoices);
  const [country, setCountry] = useState(shown.defaultCountry);
  const [leavesOut, setLeavesOut] = useState(shown.invalidValues === "leave_out");
  const [typed, setTyped] = useState("");
  const { data: seen } = useQuery(seenAttributesQuery(workspace));
  // Another admin may have the file read in another way, too: it has other columns then.
  const readAs = `${shown.encoding} ${shown.delimiter} ${shown.headerLine}`;
  const changed = choices.readAs === readAs ? choices.drafts : noChoices.drafts;
  const change = useCallback(
    (index: number, draft: ColumnDraft) =>
      setChoices((all) => ({ readAs, drafts: new Map(all.readAs === readAs ? all.drafts : undefined).set(index, draft) })),
    [readAs],
  );
  const drafts = useMemo(() => columns.map((column) => changed.get(column.index) ?? draftOf(column)), [columns, changed]);
  const problems = useMemo(() => problemsOf(drafts), [drafts]);
  const types = useMemo(
    () => new Map(seen?.items.flatMap(({ key, example }) => (example === null ? [] : [[key, typeOf(example)] as const]))),
    [seen],
  );
  const used = drafts.filter(({ choice }) => choice !== "ignore").length;
  const hasUserId = drafts.some(({ choice }) => choice === "userId");
  const names = drafts.filter(({ choice }) => choice === "name").length;
  const hasPhone = drafts.some(({ choice }) => choice === "phone");
  const words = typed.trim().toLowerCase();
  const isFound = (index: number) =>
    words === "" || [columns[index]?.header, ...(columns[index]?.examples ?? [])].some((text) => text?.toLowerCase().includes(words));

  const check = useMutation({
    mutationFn: () =>
      call(mapImport, {
        params: { workspace, importId: id },
        body: {
          columns: columns.map(({ index }, at) => ({ index, target: drafts[at] ? targetOf(drafts[at]) : null })),
          defaultCountry: hasPhone ? country : null,
          invalidValues: leavesOut ? "leave_out" : "refuse",
        },
      }),
    onSuccess: (reply) => {
      queries.setQueryData(importQuery(workspace, id).queryKey, reply);
      setChoices(noChoices);
      onChecking();
    },
  });
  const isChanged = changed.size > 0 || country !== shown.defaultCountry || leavesOut !== (shown.invalidValues === "leave_out");
  useUnsaved(isChanged && !check.isSuccess);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wrong = problems.findIndex((problem) => problem !== undefined);
    if (hasUserId && wrong < 0) return check.mutate();
    // What is to be mended may be hidden by what was typed.
    setTyped("");
    requestAnimationFrame(() => {
      const controls = rows.current?.querySelectorAll<HTMLElement>("tbody select");
      const mend = rows.current?.querySelector<HTMLElement>("[aria-invalid=true]") ?? controls?.[0];
      mend?.focus();
    });
  }

  return (
    <form method="post" noValidate onSubmit={onSubmit}>
      <FileForm workspace={workspace} shown={shown}>
        {hasPhone && <PhoneCountry code={country} onChange={setCountry} />}
      </FileForm>
      <Panel title={t("title")} description={t("description")} flush>
        {columns.length > manyColumns && (
          <Field label={t("find")} className="border-line border-b px-4 py-3">
            <Input
              type="search"
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          </Field>
        )}
        {/* On a phone what a column is imported as is below it: beside it, choices would be cut off. */}
        <table ref={rows} className="w-full table-fixed border-collapse max-sm:block">
          <thead className="max-sm:hidden">
            <tr className="text-soft text-xs">
              <th scope="col" className="py-2 ps-4 pe-3 text-start font-medium">
                {t("inFile")}
              </th>
              <th scope="col" className="w-72 py-2 pe-4 text-start font-medium">
                {t("as")}
              </th>
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {columns.map((column, at) => {
              const draft = drafts[at];
              if (!draft || !isFound(at)) return null;
              return (
                <ColumnRow
                  key={column.index}
                  column={column}
                  draft={draft}
                  problem={problems[at]}
                  isJoined={draft.choice === "name" && names > 1}
                  isGuessed={column.guessed && column.target !== null && draft.choice === column.target.kind}
                  attributes={attributes}
                  typeOfContacts={types.get(draft.name)}
                  onChange={change}
                />
              );
            })}
          </tbody>
        </table>
        {words !== "" && !columns.some((_, at) => isFound(at)) && <p className="border-line border-t p-4 text-soft">{t("noneFound")}</p>}
        <datalist id={attributes}>
          {seen?.items.map(({ key }) => (
            <option key={key} value={key} />
          ))}
        </datalist>
      </Panel>
      <Panel title={t("invalid")} description={t("invalidHint")}>
        <Checkbox label={t("leaveOut")} checked={leavesOut} onChange={({ currentTarget }) => setLeavesOut(currentTarget.checked)} />
      </Panel>
      {check.error && <Alert className="mb-4">{check.error.message}</Alert>}
      <ActionBar
        text={
          hasUserId ? (
            <span className="text-soft">{t("used", { used, count: columns.length })}</span>
          ) : (
            <span className="text-problem">{t("noUserId")}</span>
          )
        }
      >
        <Button type="submit" variant="primary" busy={check.isPending}>
          {t("submit")}
        </Button>
      </ActionBar>
    </form>
  );
}
