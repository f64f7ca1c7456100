import type { ReactNode } from "react";

/** The edges and the width of a page that is read from top to bottom, such as each of the settings. */
export const PageFrame = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto max-w-[880px] px-4 pt-5 pb-12 md:px-10 md:pt-8 md:pb-16">{children}</div>
);
