import type { ErrorCode, statusOf } from "@/lib/kernel/errors";

type Status = "200" | "201" | "207" | `${(typeof statusOf)[ErrorCode]}`;

/** The statuses that a call with a key can have; TypeScript compares them with those of errors, whose table no browser needs. */
const known: Record<Status, true> = {
  200: true,
  201: true,
  207: true,
  400: true,
  401: true,
  402: true,
  403: true,
  404: true,
  405: true,
  408: true,
  409: true,
  413: true,
  422: true,
  429: true,
  500: true,
  503: true,
};
export const statuses = Object.keys(known);
