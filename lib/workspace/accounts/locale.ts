import type { Locale } from "@/lib/kernel/locale";
import { db } from "@/lib/platform/db";

/** Sets the language of the account's screens; null for that of each browser. */
export async function chooseLocale(accountId: string, locale: Locale | null): Promise<{ locale: Locale | null }> {
  await db().account.update({ where: { id: accountId }, data: { locale }, select: { id: true } });
  return { locale };
}
