import { createTranslator, type useTranslations } from "next-intl";
import messages from "./en.json";

type Namespace = NonNullable<Parameters<typeof useTranslations>[0]>;

/** For what the server writes outside of pages, such as files. */
export const translator = <const N extends Namespace>(namespace: N) => createTranslator({ locale: "en", messages, namespace });
