import type { MetadataRoute } from "next";
import { getTranslations } from "next-intl/server";
import { barColors } from "@/lib/kernel/theme";

/** Lets browsers install Beside. The PNG fills its square, with the sign within the circle that a launcher may cut out. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const t = await getTranslations("pages");
  return {
    name: "Beside",
    short_name: "Beside",
    description: t("description"),
    id: "/",
    start_url: "/",
    display: "standalone",
    background_color: barColors.light,
    theme_color: barColors.light,
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
      { src: "/apple-icon.png", sizes: "512x512", type: "image/png", purpose: "any" },
      { src: "/apple-icon.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
