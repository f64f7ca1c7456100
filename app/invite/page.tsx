import type { Metadata } from "next";
import { Invitation } from "@/components/shell/invitation";

export const metadata: Metadata = { title: "Invitation", robots: "noindex" };

export default function InvitePage() {
  return <Invitation />;
}
