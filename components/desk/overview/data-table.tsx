import { classes } from "@/components/ui/classes";
import type { Table } from "@/lib/desk/overview/shared/table";

type DataTableProps = { title: string; table: Table; isShown: boolean };

const cell = "px-3 py-1.5";

/** The numbers of a chart. Screen readers always have it; with `isShown` everybody sees it, in place of the chart. */
export function DataTable({ title, table: { head, rows }, isShown }: DataTableProps) {
  const [first = "", ...others] = head;
  // A keyboard scrolls what is wider or longer than the card.
  const scrolls = isShown ? { role: "group", "aria-label": title, tabIndex: 0 } : {};
  return (
    <div {...scrolls} className={isShown ? "max-h-96 overflow-auto" : "sr-only"}>
      <table className="w-full border-collapse text-start">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="text-soft text-xs">
            <th scope="col" className={classes(cell, "sticky start-0 top-0 z-10 bg-surface font-medium")}>
              {first}
            </th>
            {others.map((name, index) => (
              <th key={`${index} ${name}`} scope="col" className={classes(cell, "sticky top-0 bg-surface text-end font-medium")}>
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = "", ...values], row) => (
            <tr key={`${row} ${name}`} className="border-line border-t">
              <th scope="row" className={classes(cell, "sticky start-0 max-w-48 break-words bg-surface font-normal")}>
                <bdi>{name}</bdi>
              </th>
              {values.map((value, index) => (
                <td key={`${index} ${head[index + 1]}`} className={classes(cell, "whitespace-nowrap text-end tabular-nums")}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
