import { getRequestConfig } from "next-intl/server";
import messages from "./en.json";

/** What server components read. The zone is that of the first picture; the browser puts its own in its place. */
export default getRequestConfig(async () => ({ locale: "en" as const, timeZone: "UTC", messages }));
