import { useTranslations } from "next-intl";
import { CodeBox } from "@/components/settings/shared/code-box";

export function ReceiverCode({ name, path, code }: { name: string; path: string; code: string }) {
  const t = useTranslations("settings.receiver");
  return <CodeBox path={path} code={code} label={t("code", { language: name })} copyLabel={t("copy", { language: name })} />;
}
