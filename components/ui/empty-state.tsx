import type { ReactNode } from "react";

type EmptyStateProps = { icon?: ReactNode; title: string; isPage?: boolean; children?: ReactNode; action?: ReactNode };

/** An empty list or page: says what belongs here and how to add it. `isPage` makes the title the page's h1. */
export function EmptyState({ icon, title, isPage = false, children, action }: EmptyStateProps) {
  const Title = isPage ? "h1" : "p";
  return (
    <div className="flex flex-col items-center px-6 py-10 text-center">
      {icon && (
        <span aria-hidden className="mb-3 grid size-10 place-items-center rounded-full border border-line text-soft [&_svg]:size-5">
          {icon}
        </span>
      )}
      <Title className="font-semibold">{title}</Title>
      {children && <div className="mt-1 max-w-[44ch] text-balance text-soft">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
