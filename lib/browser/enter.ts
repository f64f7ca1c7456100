import { signIn } from "next-auth/react";
import { AppError } from "@/lib/kernel/errors";

/** Signs in. @throws AppError with the sentence of the refusal */
export async function enter({ email, password }: { email: string; password: string }): Promise<void> {
  const result = await signIn("credentials", { redirect: false, email, password }).catch(() => undefined);
  if (!result) throw new AppError("unavailable", "Beside cannot be reached. Check your connection and try again.");
  if (result.error) throw new AppError("invalid_request", result.error);
}
