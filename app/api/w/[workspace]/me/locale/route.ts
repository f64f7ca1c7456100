import { endpoint } from "@/lib/http/endpoint";
import { localeCookieFor } from "@/lib/http/pages/locale-cookie";
import { chooseLocale } from "@/lib/workspace/accounts/contract";
import * as locale from "@/lib/workspace/accounts/locale";

export const PUT = endpoint(chooseLocale, async ({ caller, body, request, headers }) => {
  const chosen = await locale.chooseLocale(caller.account.id, body.locale);
  headers["set-cookie"] = localeCookieFor(request, chosen.locale);
  return chosen;
});
