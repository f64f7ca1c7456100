import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Link } from "@/components/ui/link";
import { SignedOutLayout } from "./signed-out-layout";

/** The page of an invalid link: shows the reason and a way to sign in. */
export function LinkProblem({ title, children }: { title: string; children: string }) {
  const t = useTranslations("shell.entrance");
  return (
    <SignedOutLayout title={title}>
      <Alert>{children}</Alert>
      <p className="mt-6">
        <Link href="/sign-in" className="font-medium text-accent underline underline-offset-2">
          {t("goToSignIn")}
        </Link>
      </p>
    </SignedOutLayout>
  );
}
