import { AppError } from "@/lib/kernel/errors";
import { postToAuth } from "./auth";
import { browserTranslations } from "./browser-translations";
import { refusalOf } from "./call";

/** Signs in. @throws AppError with the server's message */
export async function signInWithPassword({ email, password }: { email: string; password: string }): Promise<void> {
  const t = browserTranslations("client");
  const reply = await postToAuth("callback/credentials", { email, password }).catch(() => undefined);
  if (!reply) throw new AppError("unavailable", t("unreachable"));
  if (typeof reply["url"] !== "string" || "error" in reply) throw refusalOf(reply);
}
