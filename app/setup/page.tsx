import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Entrance } from "@/components/shell/entrance";
import { SetUpForm } from "@/components/shell/set-up-form";
import { isSetUp } from "@/lib/http/page";

export const metadata: Metadata = { title: "Set up" };

export default async function SetUp() {
  if (await isSetUp()) redirect("/sign-in");
  return (
    <Entrance title="Welcome to Beside" description="Make your workspace. You become its owner and can invite your team afterwards.">
      <SetUpForm />
    </Entrance>
  );
}
