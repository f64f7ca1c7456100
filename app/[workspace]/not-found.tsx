import { NotFoundNotice } from "@/components/shell/not-found-notice";

/** Inside the shell, so that the way back stands beside it. */
export default function NotFound() {
  return (
    <main className="grid h-full place-items-center p-4">
      <NotFoundNotice />
    </main>
  );
}
