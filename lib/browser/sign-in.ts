import { signIn } from "next-auth/react";
import { AppError } from "@/lib/kernel/errors";
import { browserTranslations } from "./browser-translations";

/** Signs in. @throws AppError with the server's message */
export async function signInWithPassword({ email, password }: { email: string; password: string }): Promise<void> {
  const t = browserTranslations("client");
  const result = await signIn("credentials", { redirect: false, email, password }).catch(() => undefined);
  if (!result) throw new AppError("unavailable", t("unreachable"));
  if (result.error) throw new AppError("invalid_request", result.error);
}
