import { scaleBand, scaleLinear } from "@visx/scale";
import { BarStack } from "@visx/shape";
import { useLocale } from "next-intl";
import { useId } from "react";
import { formatNumber } from "@/lib/kernel/numbers";
import { Fills, fillOf, Legend, type Series } from "./fills";
import { type Area, Frame } from "./frame";

const maxTicks = 4;
/** Room above the highest column, in parts of it. */
const headroom = 1.05;

export type ColumnsProps = {
  labels: readonly string[];
  readouts: readonly string[];
  series: readonly Series[];
  /** By series, then by column. */
  values: readonly (readonly number[])[];
  /** A line across all columns. */
  limit?: { value: number; label: string };
};

/** Stacked columns, one for each hour or day. */
export function Columns({ labels, readouts, series, values, limit }: ColumnsProps) {
  const id = useId();
  const locale = useLocale();
  const columns = labels.map((_, column) => column);
  const totals = columns.map((column) => values.reduce((sum, counts) => sum + (counts[column] ?? 0), 0));
  const max = Math.max(1, limit?.value ?? 0, ...totals) * headroom;
  const yFor = ({ height }: Area) => scaleLinear<number>({ domain: [0, max], range: [height, 0] });
  const ticks = yFor({ width: 0, height: 1 }).ticks(maxTicks).filter(Number.isInteger);
  return (
    <>
      <Frame
        labels={labels}
        readouts={readouts}
        ticks={ticks.map((value) => ({ value, label: formatNumber(value, locale) }))}
        yOf={(value, area) => yFor(area)(value)}
      >
        {(area) => (
          <>
            <Fills id={id} />
            <BarStack<number, number>
              data={columns}
              keys={series.map((_, key) => key)}
              value={(column, key) => values[key]?.[column] ?? 0}
              x={(column) => column}
              xScale={scaleBand({ domain: columns, range: [0, area.width], padding: 0.15 })}
              yScale={yFor(area)}
              color={(key) => fillOf(id, series[key]?.fill ?? "accent")}
            >
              {(stacks) =>
                stacks.flatMap(({ bars }) =>
                  bars.map(({ key, index, x, y, width, height, color }) =>
                    height > 0 ? (
                      <rect key={`${key} ${index}`} x={x} y={y} width={width} height={height} fill={color} className="stroke-surface" />
                    ) : null,
                  ),
                )
              }
            </BarStack>
            {limit && (
              <g transform={`translate(0,${yFor(area)(limit.value)})`}>
                <line x2={area.width} strokeDasharray="4 3" className="stroke-text" />
                <text x={area.width} dy="1.2em" textAnchor="end" className="fill-text text-xs">
                  {limit.label}
                </text>
              </g>
            )}
          </>
        )}
      </Frame>
      <Legend id={id} series={series} />
    </>
  );
}
