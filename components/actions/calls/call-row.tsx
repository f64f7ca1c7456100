import { useLocale, useTranslations } from "next-intl";
import { Moment } from "@/components/time/moment";
import { Link } from "@/components/ui/link";
import { Pill } from "@/components/ui/pill";
import { useShownName } from "@/components/ui/use-shown-name";
import type { CallSummary } from "@/lib/actions/calls/contract";
import { tookText } from "@/lib/kernel/durations";
import { CallState } from "./call-state";

const cell = "px-4 py-2.5 align-top";

/** The row links to the call, the person to the chat. On a phone one column holds what three hold on a desktop. */
export function CallRow({ workspace, call }: { workspace: string; call: CallSummary }) {
  const t = useTranslations("calls.head");
  const locale = useLocale();
  const nameOf = useShownName();
  const { id, label, isResend, agentName, displayName, chatId, reason, startedAt, tookMs } = call;
  const duration = tookMs === null ? "" : tookText(tookMs, locale);
  const chat = (
    <Link
      href={`/${workspace}/chats/${chatId}`}
      className="relative z-10 rounded-sm underline decoration-line underline-offset-2 hover:decoration-current"
    >
      <bdi>{nameOf(displayName)}</bdi>
    </Link>
  );
  return (
    <tr className="relative border-line border-t hover:bg-raised">
      <td className={`${cell} whitespace-nowrap text-soft text-sm max-md:hidden`}>
        <Moment at={startedAt} />
      </td>
      <td className={`${cell} wrap-anywhere`}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={`/${workspace}/settings/actions/calls/${id}`}
            className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
          >
            <bdi>{label}</bdi>
          </Link>
          {isResend && <Pill>{t("resent")}</Pill>}
        </span>
        {reason !== null && <span className="line-clamp-2 text-soft text-xs">{reason}</span>}
        <span className="mt-0.5 block text-soft text-xs md:hidden">
          {chat} · <bdi>{agentName}</bdi>
          {duration && (
            <>
              {" · "}
              <span className="whitespace-nowrap">{duration}</span>
            </>
          )}
          <br />
          <Moment at={startedAt} />
        </span>
      </td>
      <td className={`${cell} wrap-anywhere max-md:hidden`}>{chat}</td>
      <td className={`${cell} wrap-anywhere max-md:hidden`}>{agentName}</td>
      <td className={cell}>
        <CallState call={call} />
      </td>
      <td className={`${cell} whitespace-nowrap text-end text-sm tabular-nums max-md:hidden`}>{duration}</td>
    </tr>
  );
}
