import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { call } from "@/lib/browser/call";
import { importQuery } from "@/lib/data/imports/browser/queries";
import type { Delimiter, ImportReply } from "@/lib/data/imports/contract";
import { mapImport } from "@/lib/data/imports/endpoints";
import { type Encoding, encodingNames, encodings } from "@/lib/data/imports/shared/encodings";
import { maxHeaderLine } from "@/lib/data/imports/shared/limits";

const delimiterNames = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" } as const satisfies Record<Delimiter, string>;
export type DelimiterName = (typeof delimiterNames)[Delimiter];

type Props = { workspace: string; shown: ImportReply; children: ReactNode };

/** How the file is read, which was found and may be wrong. A change reads its columns anew. */
export function FileForm({ workspace, shown: { id, encoding, delimiter, headerLine, warnings }, children }: Props) {
  const t = useTranslations("imports.columns");
  const queries = useQueryClient();
  const read = useMutation({
    mutationFn: (body: { encoding: Encoding } | { delimiter: Delimiter } | { headerLine: number }) =>
      call(mapImport, { params: { workspace, importId: id }, body }),
    onSuccess: (reply) => {
      queries.setQueryData(importQuery(workspace, id).queryKey, reply);
      setTyped(undefined);
    },
  });
  const [typed, setTyped] = useState<{ text: string; isWrong: boolean }>();
  function readAs(body: Parameters<typeof read.mutate>[0]) {
    // Controls stay enabled, so that the focus stays where it is.
    if (!read.isPending) read.mutate(body);
  }
  function readTyped() {
    if (typed === undefined) return;
    const line = /^\d+$/.test(typed.text.trim()) ? Number(typed.text.trim()) : 0;
    if (line < 1 || line > maxHeaderLine) setTyped({ ...typed, isWrong: true });
    else if (line !== headerLine) readAs({ headerLine: line });
  }
  const nameOf = (one: Encoding): string => {
    const { label, writes } = encodings[one];
    return writes === null ? label : `${t(`encodingGroups.${writes}`)} (${label})`;
  };
  return (
    <Panel title={t("reading")} description={t("readingHint")}>
      {read.error && <Alert className="mb-3">{read.error.message}</Alert>}
      {warnings.map(({ code }) => (
        <Alert key={code} tone="warning" className="mb-3">
          {t(`warnings.${code}`)}
        </Alert>
      ))}
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t("encoding")}>
          <Select
            value={read.isPending && "encoding" in read.variables ? read.variables.encoding : encoding}
            onChange={({ currentTarget }) => readAs({ encoding: currentTarget.value as Encoding })}
          >
            {encodingNames.map((one) => (
              <option key={one} value={one}>
                {nameOf(one)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("delimiter")}>
          <Select
            value={read.isPending && "delimiter" in read.variables ? read.variables.delimiter : delimiter}
            onChange={({ currentTarget }) => readAs({ delimiter: currentTarget.value as Delimiter })}
          >
            {(Object.keys(delimiterNames) as Delimiter[]).map((one) => (
              <option key={one} value={one}>
                {t(`delimiters.${delimiterNames[one]}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label={t("headerLine")}
          hint={t("headerLineHint")}
          error={typed?.isWrong ? t("headerLineWrong", { max: maxHeaderLine }) : undefined}
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={typed?.text ?? String(headerLine)}
            onChange={({ currentTarget }) => setTyped({ text: currentTarget.value, isWrong: false })}
            onBlur={readTyped}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              // The form would begin the check.
              event.preventDefault();
              readTyped();
            }}
          />
        </Field>
        {children}
      </div>
    </Panel>
  );
}
