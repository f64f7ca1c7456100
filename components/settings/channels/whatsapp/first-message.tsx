import { CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { RelativeTime } from "@/components/time/relative-time";
import { Spinner } from "@/components/ui/spinner";

type FirstMessageProps = { isConnected: boolean; receivedAt: string | null };

/** Changes by itself when the first message arrives. */
export function FirstMessage({ isConnected, receivedAt }: FirstMessageProps) {
  const t = useTranslations("settings.whatsapp.first");
  return (
    <p role="status" className="flex max-w-[62ch] gap-1.5 text-pretty text-soft">
      {receivedAt !== null && <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />}
      {receivedAt === null && isConnected && <Spinner className="mt-0.5" />}
      <span className="min-w-0">
        {receivedAt === null
          ? t(isConnected ? "waiting" : "notConnected")
          : t.rich("received", { time: () => <RelativeTime at={receivedAt} ago /> })}
      </span>
    </p>
  );
}
