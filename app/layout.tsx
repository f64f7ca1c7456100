import type { Metadata, Viewport } from "next";
import { connection } from "next/server";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { requestedTheme } from "@/lib/http/theme";
import { barColors } from "@/lib/kernel/theme";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("pages");
  return { title: { default: "Beside", template: "%s · Beside" }, description: t("description") };
}

export async function generateViewport(): Promise<Viewport> {
  const theme = await requestedTheme();
  return {
    width: "device-width",
    initialScale: 1,
    // A phone's keyboard resizes the page instead of covering the composer.
    interactiveWidget: "resizes-content",
    ...(theme
      ? { colorScheme: theme, themeColor: barColors[theme] }
      : {
          themeColor: [
            { media: "(prefers-color-scheme: light)", color: barColors.light },
            { media: "(prefers-color-scheme: dark)", color: barColors.dark },
          ],
        }),
  };
}

/** The desk's screens add what they share (DeskProviders). */
export default async function RootLayout({ children }: { children: ReactNode }) {
  // The script policy names a nonce that is new for every page, so no page may be prerendered.
  await connection();
  return (
    <html lang={await getLocale()} data-theme={(await requestedTheme()) ?? undefined}>
      <body>{children}</body>
    </html>
  );
}
