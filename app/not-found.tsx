import type { Metadata } from "next";
import { NotFoundNotice } from "@/components/shell/not-found-notice";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <NotFoundNotice />
    </main>
  );
}
