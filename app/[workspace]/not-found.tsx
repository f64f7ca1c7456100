import { NotFoundNotice } from "@/components/shell/not-found-notice";

/** Rendered inside the shell, so that the navigation stays visible. */
export default function NotFound() {
  return (
    <main className="grid h-full place-items-center p-4">
      <NotFoundNotice />
    </main>
  );
}
