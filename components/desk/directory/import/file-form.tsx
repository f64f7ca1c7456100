import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { call } from "@/lib/browser/call";
import { importQuery } from "@/lib/data/imports/browser/queries";
import type { Delimiter, ImportReply } from "@/lib/data/imports/contract";
import { mapImport } from "@/lib/data/imports/endpoints";
import { type Encoding, type EncodingGroup, encodingNames, encodings } from "@/lib/data/imports/shared/encodings";
import { maxHeaderLine } from "@/lib/data/imports/shared/limits";

const groups = [...new Set(Object.values(encodings))] as const satisfies readonly EncodingGroup[];

const delimiterNames = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" } as const satisfies Record<Delimiter, string>;
export type DelimiterName = (typeof delimiterNames)[Delimiter];

type Props = { workspace: string; shown: ImportReply; onRead: () => void; children: ReactNode };

/** How the file is read, which was found and may be wrong. A change reads its columns anew. */
export function FileForm({ workspace, shown: { id, encoding, delimiter, headerLine, warnings }, onRead, children }: Props) {
  const t = useTranslations("imports.columns");
  const queries = useQueryClient();
  const read = useMutation({
    mutationFn: (body: { encoding: Encoding } | { delimiter: Delimiter } | { headerLine: number }) =>
      call(mapImport, { params: { workspace, importId: id }, body }),
    onSuccess: (reply) => {
      queries.setQueryData(importQuery(workspace, id).queryKey, reply);
      onRead();
    },
  });
  const readFrom = (typed: string) => {
    const line = Number(typed.trim());
    if (/^\d+$/.test(typed.trim()) && line !== headerLine && line >= 1 && line <= maxHeaderLine) read.mutate({ headerLine: line });
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
            disabled={read.isPending}
            onChange={({ currentTarget }) => read.mutate({ encoding: currentTarget.value as Encoding })}
          >
            {groups.map((group) => (
              <optgroup key={group} label={t(`encodingGroups.${group}`)}>
                {encodingNames
                  .filter((one) => encodings[one] === group)
                  .map((one) => (
                    <option key={one} value={one}>
                      {one.toUpperCase()}
                    </option>
                  ))}
              </optgroup>
            ))}
          </Select>
        </Field>
        <Field label={t("delimiter")}>
          <Select
            value={read.isPending && "delimiter" in read.variables ? read.variables.delimiter : delimiter}
            disabled={read.isPending}
            onChange={({ currentTarget }) => read.mutate({ delimiter: currentTarget.value as Delimiter })}
          >
            {(Object.keys(delimiterNames) as Delimiter[]).map((one) => (
              <option key={one} value={one}>
                {t(`delimiters.${delimiterNames[one]}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("headerLine")} hint={t("headerLineHint")}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            defaultValue={headerLine}
            disabled={read.isPending}
            onBlur={({ currentTarget }) => readFrom(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              // The form would begin the check.
              event.preventDefault();
              readFrom(event.currentTarget.value);
            }}
          />
        </Field>
        {children}
      </div>
    </Panel>
  );
}
