import { getTranslations } from "next-intl/server";
import { TextLink } from "@/components/ui/text-link";
import { type Step, startPath } from "@/lib/desk/first-run/shared/steps";

/** On an empty screen: the first step that fills it. For admins. */
export async function StartLink({ workspace, step }: { workspace: string; step: Step }) {
  const t = await getTranslations("firstRun");
  return <TextLink href={startPath(workspace, step)}>{t(`titles.${step}`)}</TextLink>;
}
