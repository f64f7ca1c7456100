import type { ReactNode } from "react";

/** For `<bdi>` in a message: isolates the name, so that its direction does not affect the text around it. */
export const bdi = (name: ReactNode) => <bdi>{name}</bdi>;
