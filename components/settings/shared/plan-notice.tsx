import Link from "next/link";
import { Alert } from "@/components/ui/alert";

export function PlanNotice({ workspace }: { workspace: string }) {
  return (
    <Alert tone="warning" className="mb-4">
      The API answers <b>402 plan_required</b> on this plan: it is part of Pro and above.{" "}
      <Link href={`/${workspace}/settings/plan`} className="font-medium underline underline-offset-2">
        See the plans
      </Link>
    </Alert>
  );
}
