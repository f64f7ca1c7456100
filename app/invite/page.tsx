import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Invitation } from "@/components/shell/invitation";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("pages");
  return { title: t("invite.title"), robots: "noindex" };
}

export default function InvitePage() {
  return <Invitation />;
}
