import { scaleLinear } from "@visx/scale";
import { LinePath } from "@visx/shape";
import { type Area, Frame } from "./frame";
import { durationTicks } from "./ticks";

export type WaitsProps = {
  labels: readonly string[];
  readouts: readonly string[];
  /** In seconds; null where nobody was answered. */
  median: readonly (number | null)[];
  p90: readonly (number | null)[];
  names: { median: string; p90: string };
  durationOf: (seconds: number) => string;
};

const round = { radius: 3.5, dash: undefined, className: "stroke-accent", fill: "fill-accent" };
const square = { radius: 0, dash: "5 3", className: "stroke-problem", fill: "fill-surface" };
type Look = typeof round | typeof square;

/** Two lines over the hours or days: full and round for the median, dashed and square for 90 %. Where nobody was answered there is a gap. */
export function Waits({ labels, readouts, median, p90, names, durationOf }: WaitsProps) {
  const ticks = durationTicks(Math.max(0, ...[...median, ...p90].map((seconds) => seconds ?? 0)));
  const yFor = ({ height }: Area) => scaleLinear<number>({ domain: [0, ticks.at(-1) || 1], range: [height, 0] });
  return (
    <>
      <Frame
        labels={labels}
        readouts={readouts}
        ticks={ticks.map((value) => ({ value, label: durationOf(value) }))}
        yOf={(value, area) => yFor(area)(value)}
      >
        {(area) => (
          <>
            <Line values={p90} area={area} look={square} yOf={yFor(area)} />
            <Line values={median} area={area} look={round} yOf={yFor(area)} />
          </>
        )}
      </Frame>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
        <LegendItem name={names.median} look={round} />
        <LegendItem name={names.p90} look={square} />
      </ul>
    </>
  );
}

type Point = { index: number; x: number; seconds: number | null };
type LineProps = { values: readonly (number | null)[]; area: Area; look: Look; yOf: (seconds: number) => number };

function Line({ values, area, look, yOf }: LineProps) {
  const points = values.map((seconds, index): Point => ({ index, x: ((index + 0.5) * area.width) / values.length, seconds }));
  return (
    <>
      <LinePath<Point>
        data={points}
        x={({ x }) => x}
        y={({ seconds }) => yOf(seconds ?? 0)}
        defined={({ seconds }) => seconds !== null}
        className={look.className}
        strokeWidth={2}
        {...(look.dash && { strokeDasharray: look.dash })}
      />
      {points.map(({ index, x, seconds }) => (seconds === null ? null : <Dot key={index} x={x} y={yOf(seconds)} look={look} />))}
    </>
  );
}

const dotPx = 7;

const Dot = ({ x, y, look }: { x: number; y: number; look: Look }) => (
  <rect
    x={x - dotPx / 2}
    y={y - dotPx / 2}
    width={dotPx}
    height={dotPx}
    rx={look.radius}
    strokeWidth={2}
    className={`${look.className} ${look.fill}`}
  />
);

const LegendItem = ({ name, look }: { name: string; look: Look }) => (
  <li className="flex items-center gap-1.5">
    <svg width="24" height="12" className="shrink-0" aria-hidden="true">
      <line x2="24" y1="6" y2="6" strokeWidth={2} className={look.className} {...(look.dash && { strokeDasharray: look.dash })} />
      <Dot x={12} y={6} look={look} />
    </svg>
    {name}
  </li>
);
