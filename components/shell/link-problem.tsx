import Link from "next/link";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Entrance } from "./entrance";

/** A link that leads nowhere: says why, and where else to go. */
export function LinkProblem({ title, children }: { title: string; children: string }) {
  const t = useTranslations("shell.entrance");
  return (
    <Entrance title={title}>
      <Alert>{children}</Alert>
      <p className="mt-6">
        <Link href="/sign-in" className="font-medium text-accent underline underline-offset-2">
          {t("goToSignIn")}
        </Link>
      </p>
    </Entrance>
  );
}
