import { z } from "zod";
import { contract, InWorkspace } from "@/lib/kernel/contract";

/** How long events can be kept after they were received. */
export const periods = [90, 180, 365, 730, 1825] as const;

const EventsKeptDays = z.union([z.literal(periods), z.null()], {
  error: `must be one of ${periods.join(", ")}, or null to keep them for good.`,
});
export type EventsKeptDays = z.output<typeof EventsKeptDays>;

const Retention = z.object({ eventsKeptDays: EventsKeptDays });

export const getRetention = contract({
  method: "GET",
  path: "/api/w/{workspace}/retention",
  summary: "How long events are kept",
  access: "session",
  role: "admin",
  params: InWorkspace,
  status: 200,
  output: Retention,
});

export const chooseRetention = contract({
  method: "PUT",
  path: "/api/w/{workspace}/retention",
  summary: "Choose how long events are kept; older ones are removed within the hour, for good",
  access: "session",
  role: "owner",
  params: InWorkspace,
  body: Retention,
  status: 200,
  output: Retention,
});
