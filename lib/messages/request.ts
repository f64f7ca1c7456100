import { getRequestConfig } from "next-intl/server";
import messages from "./en.json";

/** The configuration for server components. UTC is for the first render; the browser replaces it by its own time zone. */
export default getRequestConfig(async () => ({ locale: "en" as const, timeZone: "UTC", messages }));
