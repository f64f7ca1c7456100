import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Entrance } from "@/components/shell/entrance";
import { OwnPassword } from "@/components/shell/own-password";
import { SignOutButton } from "@/components/shell/sign-out-button";
import { Alert } from "@/components/ui/alert";
import { whyNotChoose } from "@/lib/domain/accounts";
import { signedIn } from "@/lib/http/page";
import { sameSitePath, signInPath } from "@/lib/kernel/same-site";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("pages");
  return { title: t("newPassword.tab") };
}

type NewPasswordProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Where a session leads whose password somebody else made: it can do nothing else. */
export default async function NewPassword({ searchParams }: NewPasswordProps) {
  const t = await getTranslations("pages.newPassword");
  const { next } = await searchParams;
  const wanted = sameSitePath(typeof next === "string" ? next : undefined) ?? "/";
  const found = await signedIn();
  if (!found) redirect(signInPath(wanted));
  const { account, passwordBy } = found;
  if (passwordBy === "self") redirect(wanted);
  const problem = await whyNotChoose(account.id, passwordBy);

  return (
    <Entrance title={t("title")} description={t("description")}>
      {problem === undefined ? (
        <OwnPassword email={account.email} next={wanted} />
      ) : (
        <div className="grid gap-4">
          <Alert>{problem}</Alert>
          <SignOutButton />
        </div>
      )}
    </Entrance>
  );
}
