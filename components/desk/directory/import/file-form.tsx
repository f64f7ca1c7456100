import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { call } from "@/lib/browser/call";
import { importQuery } from "@/lib/data/imports/browser/queries";
import type { Delimiter, Encoding, ImportReply } from "@/lib/data/imports/contract";
import { mapImport } from "@/lib/data/imports/endpoints";

const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const satisfies readonly Encoding[];

const delimiterNames = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" } as const satisfies Record<Delimiter, string>;
export type DelimiterName = (typeof delimiterNames)[Delimiter];

type Props = { workspace: string; shown: ImportReply; onRead: () => void; children: ReactNode };

/** How the file is read, which was found and may be wrong. A change reads its columns anew. */
export function FileForm({ workspace, shown: { id, encoding, delimiter }, onRead, children }: Props) {
  const t = useTranslations("imports.columns");
  const queries = useQueryClient();
  const read = useMutation({
    mutationFn: (body: { encoding: Encoding } | { delimiter: Delimiter }) => call(mapImport, { params: { workspace, importId: id }, body }),
    onSuccess: (reply) => {
      queries.setQueryData(importQuery(workspace, id).queryKey, reply);
      onRead();
    },
  });
  return (
    <Panel title={t("reading")} description={t("readingHint")}>
      {read.error && <Alert className="mb-3">{read.error.message}</Alert>}
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t("encoding")}>
          <Select
            value={read.isPending && "encoding" in read.variables ? read.variables.encoding : encoding}
            disabled={read.isPending}
            onChange={({ currentTarget }) => read.mutate({ encoding: currentTarget.value as Encoding })}
          >
            {encodings.map((one) => (
              <option key={one} value={one}>
                {one.toUpperCase()}
              </option>
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
        {children}
      </div>
    </Panel>
  );
}
