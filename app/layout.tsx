import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { connection } from "next/server";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ShownLocale } from "@/components/shell/root";
import { requestedLocale } from "@/lib/http/pages/locale";
import { requestedTheme } from "@/lib/http/pages/theme";
import { directions } from "@/lib/kernel/locale";
import { barColors } from "@/lib/kernel/theme";
import "./globals.css";

/**
 * Inter for Latin letters, which every page begins to load before its styles. One that comes too late for the first paint is used on the
 * next page: it would break lines elsewhere than the font in its place does, and everything would move.
 */
const latin = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  display: "optional",
  variable: "--font-latin",
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
    },
  ],
});

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
  const locale = await requestedLocale();
  return (
    <html lang={locale} dir={directions[locale]} className={latin.variable} data-theme={(await requestedTheme()) ?? undefined}>
      <body>
        <ShownLocale locale={locale}>{children}</ShownLocale>
      </body>
    </html>
  );
}
