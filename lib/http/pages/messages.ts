import { getRequestConfig } from "next-intl/server";
import { catalogueOf } from "@/lib/messages/catalogues";
import { requestedLocale } from "./locale";

/** The configuration for server components. UTC is for the first render; the browser replaces it by its own time zone. */
export default getRequestConfig(async () => {
  const locale = await requestedLocale();
  return { locale, timeZone: "UTC", messages: await catalogueOf(locale) };
});
