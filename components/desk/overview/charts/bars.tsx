import { scaleBand, scaleLinear } from "@visx/scale";
import { BarStackHorizontal } from "@visx/shape";
import { useId } from "react";
import { Fills, fillOf, Legend, type Series } from "./fills";
import { useWidth } from "./use-width";

const heightPx = 14;

/** `note` is at the end of the row, such as its total. */
type BarRow = { id: string; label: string; note: string; values: readonly number[] };
export type BarsProps = { rows: readonly BarRow[]; series: readonly Series[] };

/** Stacked bars, each below its name: names of any length fit a phone. */
export function Bars({ rows, series }: BarsProps) {
  const id = useId();
  const [ref, width] = useWidth();
  const totalOf = ({ values }: BarRow) => values.reduce((sum, value) => sum + value, 0);
  const xScale = scaleLinear<number>({ domain: [0, Math.max(1, ...rows.map(totalOf))], range: [0, width] });
  const yScale = scaleBand({ domain: [0], range: [0, heightPx] });
  return (
    <>
      <ul ref={ref} className="flex flex-col gap-2.5">
        {rows.map(({ id: row, label, note, values }) => (
          <li key={row}>
            <p className="mb-1 flex items-baseline justify-between gap-3 text-sm">
              <bdi className="min-w-0 break-words">{label}</bdi>
              <span className="shrink-0 text-soft tabular-nums">{note}</span>
            </p>
            <div dir="ltr">
              <svg width={width} height={heightPx} className="block max-w-full rounded-sm bg-raised" aria-hidden="true">
                <BarStackHorizontal<number, number>
                  data={[0]}
                  keys={series.map((_, key) => key)}
                  value={(_, key) => values[key] ?? 0}
                  y={() => 0}
                  xScale={xScale}
                  yScale={yScale}
                  color={(key) => fillOf(id, series[key]?.fill ?? "accent")}
                >
                  {(stacks) =>
                    stacks.flatMap(({ bars }) =>
                      bars.map(({ key, x, y, width: length, height, color }) =>
                        length > 0 ? (
                          <rect key={key} x={x} y={y} width={length} height={height} fill={color} className="stroke-surface" />
                        ) : null,
                      ),
                    )
                  }
                </BarStackHorizontal>
              </svg>
            </div>
          </li>
        ))}
      </ul>
      <svg width="0" height="0" className="absolute" aria-hidden="true">
        <Fills id={id} />
      </svg>
      {series.length > 1 && <Legend id={id} series={series} />}
    </>
  );
}
