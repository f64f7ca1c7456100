import type { ReactNode } from "react";

export function PageHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="mb-6">
      <h1 className="text-xl">{title}</h1>
      <p className="mt-1 max-w-[62ch] text-pretty break-words text-soft">{children}</p>
    </header>
  );
}
