import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Link } from "@/components/ui/link";

export function PlanNotice({ workspace, hasPlans }: { workspace: string; hasPlans: boolean }) {
  const t = useTranslations("settings.developers");
  return (
    <Alert tone="warning" className="mb-4">
      {t.rich(hasPlans ? "planNotice" : "planNoticeOperator", {
        b: (text) => <b>{text}</b>,
        link: (text) => (
          <Link href={`/${workspace}/settings/plan`} className="font-medium underline underline-offset-2">
            {text}
          </Link>
        ),
      })}
    </Alert>
  );
}
