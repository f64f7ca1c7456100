import type { Metadata, Viewport } from "next";
import { connection } from "next/server";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("pages");
  return { title: { default: "Beside", template: "%s · Beside" }, description: t("description") };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  // A phone's keyboard resizes the page instead of covering the composer.
  interactiveWidget: "resizes-content",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f6f6f4" },
    { media: "(prefers-color-scheme: dark)", color: "#0f1012" },
  ],
};

/** The desk's screens add what they share (DeskProviders). */
export default async function RootLayout({ children }: { children: ReactNode }) {
  // The script policy names a nonce that is new for every page, so no page may be prerendered.
  await connection();
  return (
    <html lang={await getLocale()}>
      <body>{children}</body>
    </html>
  );
}
