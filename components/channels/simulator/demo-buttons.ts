/** The labels of the demo's buttons, and the demo receiver's response to each. */
export const demoResponses = [
  { label: "Resend invoice", answer: "note" },
  { label: "Retry payment", answer: "event" },
  { label: "Refund order", answer: "failure" },
  { label: "Sync account", answer: "silence" },
] as const;

export type DemoResponse = (typeof demoResponses)[number]["answer"];
