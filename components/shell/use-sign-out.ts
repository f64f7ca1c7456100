import { useTranslations } from "next-intl";
import { toast } from "@/components/ui/toast";
import { signOutAndReload } from "@/lib/browser/sign-out";

/** Signs out, or says that this did not work. */
export function useSignOut(): () => void {
  const t = useTranslations("shell.account");
  return () => void signOutAndReload().catch(() => toast.error(t("signOutFailed")));
}
