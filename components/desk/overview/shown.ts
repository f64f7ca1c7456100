import type { OverviewRange, OverviewReply } from "@/lib/desk/overview/browser/queries";
import type { ChartName } from "@/lib/desk/overview/contract";
import { exportOverview } from "@/lib/desk/overview/endpoints";
import type { Format } from "@/lib/desk/overview/shared/table";
import { addressOf } from "@/lib/kernel/address";
import type { Reader } from "@/lib/kernel/dates";
import type { Labels } from "./format";

/** What every card of the page gets. */
export type Shown = { workspace: string; query: OverviewRange; overview: OverviewReply; reader: Reader; labels: Labels; format: Format };

/** Where the file of a chart is. */
export const fileOf = ({ workspace, query }: Shown, chart: ChartName): string =>
  addressOf(exportOverview.path, { params: { workspace }, query: { chart, ...query } });

/** "10:00: Payment failed 3, Card declined 1" for each column; what has none is left out. */
export function readoutsOf(
  labels: readonly string[],
  series: readonly { name: string; textOf: (column: number) => string | null }[],
  join: (start: string, values: string) => string,
): string[] {
  return labels.map((label, column) => {
    const values = series.flatMap(({ name, textOf }) => {
      const text = textOf(column);
      return text === null ? [] : [`${name} ${text}`];
    });
    return join(label, values.join(" · "));
  });
}
