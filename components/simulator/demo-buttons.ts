/** The labels of the demo's buttons, and how its receiver answers each. */
export const answers = [
  { label: "Resend invoice", answer: "note" },
  { label: "Retry payment", answer: "event" },
  { label: "Refund order", answer: "failure" },
  { label: "Sync account", answer: "silence" },
] as const;

export type Answer = (typeof answers)[number]["answer"];
