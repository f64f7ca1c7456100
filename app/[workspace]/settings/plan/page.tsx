import type { Metadata } from "next";
import { PlanChoice } from "@/components/settings/plan/plan-choice";
import { PageHead } from "@/components/settings/shared/page-head";
import { memberOf } from "@/lib/http/page";

export const metadata: Metadata = { title: "Plan" };

export default async function PlanPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace, role } = await memberOf((await params).workspace, "admin");

  return (
    <>
      <PageHead title="Plan">
        The context API is part of Pro and above. Below that, every call of your server is answered with 402 plan_required. Nothing else
        depends on the plan.
      </PageHead>
      <PlanChoice workspace={workspace.slug} mayChoose={role === "owner"} initial={{ plan: workspace.plan }} />
    </>
  );
}
