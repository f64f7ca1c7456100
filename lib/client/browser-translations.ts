import { createTranslator } from "next-intl";
import messages from "@/lib/messages/en.json";

/** For what is said outside of components, in the browser, where one language holds for the whole page. */
export const browserTranslations = (namespace: "client") => createTranslator({ locale: "en", messages, namespace });
