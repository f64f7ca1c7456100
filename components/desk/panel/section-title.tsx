import type { ReactNode } from "react";

export const SectionTitle = ({ children }: { children: ReactNode }) => (
  <h2 className="mb-2 flex items-center gap-1.5 font-semibold text-soft text-xs tracking-[.02em]">{children}</h2>
);
