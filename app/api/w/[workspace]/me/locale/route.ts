import { endpoint } from "@/lib/http/endpoint";
import { localeCookieFor } from "@/lib/http/pages/locale-cookie";
import * as accounts from "@/lib/workspace/accounts";
import { chooseLocale } from "@/lib/workspace/accounts/contract";

export const PUT = endpoint(chooseLocale, async ({ caller, body, request, headers }) => {
  const chosen = await accounts.chooseLocale(caller.account.id, body.locale);
  headers["set-cookie"] = localeCookieFor(request, chosen.locale);
  return chosen;
});
