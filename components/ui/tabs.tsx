"use client";

import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

type Tab = { id: string; name: string; content: ReactNode };

/** Tabs. On a narrow screen the tab list wraps into a second line. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <Radix.Root defaultValue={tabs[0]?.id ?? ""}>
      <Radix.List aria-label={label} className="mb-3 flex flex-wrap gap-1">
        {tabs.map(({ id, name }) => (
          <Radix.Trigger
            key={id}
            value={id}
            className="rounded-full border border-transparent px-2.5 py-1 text-sm text-soft hover:text-text pointer-coarse:min-h-10 data-[state=active]:border-line data-[state=active]:bg-raised data-[state=active]:font-medium data-[state=active]:text-text"
          >
            {name}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ id, content }) => (
        <Radix.Content key={id} value={id} tabIndex={-1} className="min-w-0">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
