/** From an empty workspace to a button that a server answered, in the order in which they are done. */
export const steps = ["key", "contact", "event", "channel", "receiver", "check", "button", "invite"] as const;
export type Step = (typeof steps)[number];

/** In the address of the list: the step that is open at first. */
export const stepInAddress = "step";

/** The list of the steps as a page; empty screens lead to the step that fills them. */
export const startPath = (workspace: string, step?: Step): string =>
  `/${workspace}/start${step === undefined ? "" : `?${stepInAddress}=${step}`}`;

/** In the address of a page to which a step leads, which then leads back. */
export const fromStart = "from=start";
