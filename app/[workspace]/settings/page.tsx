import { redirect } from "next/navigation";
import { memberOf } from "@/lib/http/pages/page";

export default async function Settings({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  redirect(`/${workspace.slug}/settings/members`);
}
