import type { ReactNode } from "react";

/** For `<bdi>` in a message. Whatever the name's script and direction, the words around it stay where they are. */
export const bdi = (name: ReactNode) => <bdi>{name}</bdi>;
