import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { OwnPassword } from "@/components/shell/own-password";
import { SignOutButton } from "@/components/shell/sign-out-button";
import { SignedOutLayout } from "@/components/shell/signed-out-layout";
import { Alert } from "@/components/ui/alert";
import { signedIn } from "@/lib/http/pages/page";
import { sameSitePath, signInPath } from "@/lib/kernel/same-site";
import { choosePasswordBlockedReason } from "@/lib/workspace/accounts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("pages");
  return { title: t("newPassword.tab") };
}

type NewPasswordProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The only page that a session may use while its password was made by somebody else. */
export default async function NewPassword({ searchParams }: NewPasswordProps) {
  const t = await getTranslations("pages.newPassword");
  const { next } = await searchParams;
  const nextPath = sameSitePath(typeof next === "string" ? next : undefined) ?? "/";
  const session = await signedIn();
  if (!session) redirect(signInPath(nextPath));
  const { account, passwordBy } = session;
  if (passwordBy === "self") redirect(nextPath);
  const problem = await choosePasswordBlockedReason(account.id, passwordBy);

  return (
    <SignedOutLayout title={t("title")} description={t("description")}>
      {problem === undefined ? (
        <OwnPassword email={account.email} next={nextPath} />
      ) : (
        <div className="grid gap-4">
          <Alert>{problem}</Alert>
          <SignOutButton />
        </div>
      )}
    </SignedOutLayout>
  );
}
