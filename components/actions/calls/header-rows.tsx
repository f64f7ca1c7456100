import { useTranslations } from "next-intl";
import { Fragment } from "react";

type HeaderRowsProps = { label: string; headers: readonly (readonly [name: string, value: string])[] };

export function HeaderRows({ label, headers }: HeaderRowsProps) {
  const t = useTranslations("calls.request");
  return (
    <dl
      aria-label={label}
      className="grid gap-x-4 font-mono text-xs leading-5 sm:grid-cols-[minmax(9rem,auto)_minmax(0,1fr)] [&>dd]:break-all [&>dt]:break-all [&>dt]:text-soft"
    >
      {headers.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd className="max-sm:mb-1.5">{value || t("emptyHeader")}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
