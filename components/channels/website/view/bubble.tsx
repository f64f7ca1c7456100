import type { ReactNode } from "react";

const sides = { customer: "items-end self-end", agent: "items-start self-start" } as const;
const bubbles = {
  customer: "rounded-[14px_4px_14px_14px] border-transparent bg-[var(--chat)] text-[var(--on-chat)]",
  agent: "rounded-[4px_14px_14px_14px] border-line bg-raised",
} as const;

type Props = { author: keyof typeof sides; before?: ReactNode; children: ReactNode; after?: ReactNode };

/** One message: the visitor's own on the right. */
export function Bubble({ author, before, children, after }: Props) {
  return (
    <li className={`flex max-w-[85%] flex-col gap-0.5 ${sides[author]}`}>
      {before}
      <div className={`max-w-full border px-3 py-2 ${bubbles[author]}`}>{children}</div>
      {after}
    </li>
  );
}
