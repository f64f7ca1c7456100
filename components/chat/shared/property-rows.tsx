import { useTranslations } from "next-intl";
import { rowsOf } from "./properties";

type Props = { properties: Parameters<typeof rowsOf>[0] };

/** An event's properties, one row each; renders nothing without properties. */
export function PropertyRows({ properties }: Props) {
  const t = useTranslations("chat.properties");
  const rows = rowsOf(properties);
  if (rows.length === 0) return null;
  return (
    <dl className="mt-1.5 grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm">
      {rows.map(({ key, own, value }) => (
        <div key={key} className="contents">
          <dt className="text-soft wrap-anywhere">{own === undefined ? key : t(own)}</dt>
          <dd className="tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
