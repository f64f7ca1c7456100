import type { ReactNode } from "react";

/** The layout of signed-out pages: the logo, a title, a form. */
export function SignedOutLayout({ title, description, children }: { title: string; description?: ReactNode; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center px-4 py-10">
      <header className="mb-6">
        <span aria-hidden className="mb-6 grid size-9 place-items-center rounded-md bg-text font-bold text-bg text-lg">
          b
        </span>
        <h1 className="text-xl">{title}</h1>
        {description && <p className="mt-1 text-pretty text-soft">{description}</p>}
      </header>
      {children}
    </main>
  );
}
