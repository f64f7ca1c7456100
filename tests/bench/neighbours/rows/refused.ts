import { newToken } from "../../../support/visitor";
import type { Shot } from "../attack";
import { type Call, jsonCall, keyHeaders } from "../call";
import { events } from "../probes";
import type { Row } from "../row";

const refusedPerSecond = 1_000;

const wrongEvent = (headers: Record<string, string>): Call =>
  jsonCall("POST", "/api/v1/events", headers, { event: "Order placed", userId: "user_{n}", level: "loud {n}" });

/** The first calls of a minute are refused for what they send, the others for their number. */
export const refusedOfKey: Row = {
  name: "refused",
  does: `a backend sends events that are refused, ${refusedPerSecond.toLocaleString("en")} a second with one key`,
  probe: events,
  prepare: (_, { team }) => {
    const shots: Shot[] = [{ ...wrongEvent(keyHeaders(team.key)), expects: 429 }];
    return Promise.resolve({ patterns: [{ kind: "steady", perSecond: refusedPerSecond, shots, isWork: false }] });
  },
};

/** Without a key, and with one that nobody has. */
export const refusedOfStranger: Row = {
  name: "refused strangers",
  does: `strangers send events without a key, and with wrong ones, ${refusedPerSecond.toLocaleString("en")} a second`,
  probe: events,
  prepare: () => {
    const wrong = keyHeaders(`bsk_${newToken()}`);
    const shots: Shot[] = [wrong, { "content-type": "application/json" }].map((headers) => ({ ...wrongEvent(headers), expects: 401 }));
    return Promise.resolve({ patterns: [{ kind: "steady", perSecond: refusedPerSecond, shots, isWork: false }] });
  },
};
