import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Entrance } from "@/components/shell/entrance";
import { SignInForm } from "@/components/shell/sign-in-form";
import { Alert } from "@/components/ui/alert";
import { firstStop } from "@/lib/http/page";
import { sameSitePath } from "@/lib/kernel/same-site";

export const metadata: Metadata = { title: "Sign in" };

type SignInProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignIn({ searchParams }: SignInProps) {
  const { next, notice } = await searchParams;
  const wanted = sameSitePath(typeof next === "string" ? next : undefined);
  const stop = await firstStop();
  if (stop === "/setup") redirect(stop);
  if (stop !== "/sign-in") redirect(wanted ?? stop);

  return (
    <Entrance title="Sign in to Beside">
      {notice === "password-changed" && (
        <Alert tone="good" className="mb-4">
          Your password was changed, and every session has ended. Sign in with the new one.
        </Alert>
      )}
      <SignInForm next={wanted ?? "/"} />
      <p className="mt-6 text-soft text-xs">
        Forgot your password? An owner or admin of your workspace can make you a link to choose a new one.
      </p>
    </Entrance>
  );
}
