import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";

/** An integration that stopped sending, and where an admin mends it. */
export type Paused = { name: string; reason: string; href: string };

/** For admins, above every screen: without it they would notice only when customers complain. */
export function PausedNotice({ paused }: { paused: Paused[] }) {
  const t = useTranslations("shell.paused");
  return paused.map(({ name, reason, href }) => (
    <div
      key={name}
      role="status"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 border-problem-line border-b bg-problem-soft px-4 py-2 text-problem"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <p className="line-clamp-2 min-w-0 flex-1 basis-48 break-words">{t("text", { name, reason })}</p>
      <Link href={href} className="inline-flex min-h-6 items-center font-medium underline underline-offset-2">
        {t("open")}
      </Link>
    </div>
  ));
}
