import type { ReactNode } from "react";

/** The numbers in a sentence. */
export const bold = (chunks: ReactNode) => <b className="font-semibold tabular-nums">{chunks}</b>;
