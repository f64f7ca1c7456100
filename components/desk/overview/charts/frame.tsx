import { type ReactNode, useState } from "react";
import { labelStep } from "./ticks";
import { useWidth } from "./use-width";

const heightPx = 200;
const margin = { top: 8, end: 8, bottom: 22 } as const;
const labelWidthPx = 48;
/** Width of a letter, with some room for wide ones. */
const letterPx = 7;

/** The area in which a chart draws, in its own coordinates. */
export type Area = { width: number; height: number };

type FrameProps = {
  /** The names of the columns, in order. */
  labels: readonly string[];
  /** What the line below says of a column. */
  readouts: readonly string[];
  ticks: readonly { value: number; label: string }[];
  /** Where a value lies. */
  yOf: (value: number, area: Area) => number;
  children: (area: Area) => ReactNode;
};

/**
 * Axes, grid, and a line below that says the numbers of the column under the pointer. It is for the eye: screen readers get the table
 * beside it, and a keyboard too, by the card's button.
 */
export function Frame({ labels, readouts, ticks, yOf, children }: FrameProps) {
  const [ref, width] = useWidth();
  const [active, setActive] = useState<number>();
  const start = 16 + letterPx * Math.max(0, ...ticks.map(({ label }) => label.length));
  const area = { width: Math.max(0, width - start - margin.end), height: heightPx - margin.top - margin.bottom };
  const step = labelStep(labels.length, Math.floor(area.width / labelWidthPx));
  const columnWidth = area.width / Math.max(1, labels.length);
  return (
    <div ref={ref} dir="ltr">
      <svg width={width} height={heightPx} className="block max-w-full" onPointerLeave={() => setActive(undefined)} aria-hidden="true">
        <g transform={`translate(${start},${margin.top})`}>
          {ticks.map(({ value, label }) => (
            <g key={value} transform={`translate(0,${yOf(value, area)})`}>
              <line x2={area.width} className="stroke-line" />
              <text x={-8} dy="0.32em" textAnchor="end" className="fill-soft text-xs tabular-nums">
                {label}
              </text>
            </g>
          ))}
          {active !== undefined && <rect x={active * columnWidth} width={columnWidth} height={area.height} className="fill-line" />}
          {labels.map((label, index) =>
            index % step === 0 ? (
              <text
                key={`${index} ${label}`}
                x={(index + 0.5) * columnWidth}
                y={area.height + 16}
                textAnchor="middle"
                className="fill-soft text-xs"
              >
                {label}
              </text>
            ) : null,
          )}
          {children(area)}
          {labels.map((label, index) => (
            <rect
              key={`${index} ${label}`}
              x={index * columnWidth}
              width={columnWidth}
              height={area.height}
              fill="transparent"
              onPointerEnter={() => setActive(index)}
              onPointerDown={() => setActive(index)}
            />
          ))}
        </g>
      </svg>
      <p className="min-h-8 text-xs sm:min-h-4">{active === undefined ? "" : readouts[active]}</p>
    </div>
  );
}
