import { closingFields } from "@/lib/context/problems/sql";
import { wireTime } from "@/lib/platform/db/sql";
import type { ReadEvent } from "./contract";

type Fields = Record<string, string>;
const columnsOf = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => `${value} as "${name}"`)
    .join(", ");
const objectOf = (fields: Fields): string =>
  `jsonb_build_object(${Object.entries(fields)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(", ")})`;

/** From the row that `closingJoin` adds. */
export const closingColumns = columnsOf(closingFields);

/** From a row `e` of `event` and what `closingJoin("e")` adds. A field that `ReadEvent` gains does not compile until it is here. */
const eventFields = {
  id: "e.id",
  event: "e.event",
  level: "e.level::text",
  properties: "e.properties",
  occurredAt: wireTime("e.occurred_at"),
  receivedAt: wireTime("e.received_at"),
  ...closingFields,
} satisfies Record<keyof ReadEvent, string>;
/** A `ReadEvent` as columns, and as one value. */
export const eventColumns = columnsOf(eventFields);
export const eventObject = objectOf(eventFields);
/** The same for an info event, which nothing closes: it needs no join. */
export const infoEventColumns = columnsOf({ ...eventFields, closedAt: "null", closedBy: "null" } satisfies typeof eventFields);
