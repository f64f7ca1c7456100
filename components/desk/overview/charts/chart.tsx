import { Bars, type BarsProps } from "./bars";
import { Columns, type ColumnsProps } from "./columns";
import { Waits, type WaitsProps } from "./waits";

export type ChartProps = ({ kind: "columns" } & ColumnsProps) | ({ kind: "bars" } & BarsProps) | ({ kind: "waits" } & WaitsProps);

/** Every chart of the page: one script, loaded with the first of them. */
export function Chart(props: ChartProps) {
  switch (props.kind) {
    case "columns":
      return <Columns {...props} />;
    case "bars":
      return <Bars {...props} />;
    case "waits":
      return <Waits {...props} />;
  }
}
