import type { StartedCall } from "@/lib/actions/calls/contract";
import type { Panel } from "@/lib/desk/panel/contract";

/** The panel with a press that was accepted just now, unless it has it already. */
export function withStarted<P extends Pick<Panel, "buttons" | "running">>(panel: P, started: StartedCall): P {
  if (panel.running.some(({ callId }) => callId === started.callId)) return panel;
  const label = panel.buttons.find(({ id }) => id === started.buttonId)?.label ?? "";
  return { ...panel, running: [...panel.running, { ...started, label, state: "sending" as const }] };
}
