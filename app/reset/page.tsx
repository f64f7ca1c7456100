import type { Metadata } from "next";
import { Reset } from "@/components/shell/reset";

export const metadata: Metadata = { title: "New password", robots: "noindex" };

export default function ResetPage() {
  return <Reset />;
}
