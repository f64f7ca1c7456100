import { useTranslations } from "next-intl";
import type { CallSummary } from "@/lib/actions/calls/contract";
import { CallRow } from "./call-row";

const head = "px-4 py-2 text-start font-medium text-soft text-xs";
const desktopHead = `${head} max-md:hidden`;

/** The columns have fixed widths, so that nothing moves when a call ends. */
export function CallTable({ workspace, calls }: { workspace: string; calls: CallSummary[] }) {
  const t = useTranslations("calls.table");
  return (
    <table className="w-full table-fixed border-collapse text-start">
      <caption className="sr-only">{t("caption")}</caption>
      <thead>
        <tr>
          <th scope="col" className={`${desktopHead} w-40`}>
            {t("time")}
          </th>
          <th scope="col" className={head}>
            {t("button")}
          </th>
          <th scope="col" className={`${desktopHead} w-36`}>
            {t("chat")}
          </th>
          <th scope="col" className={`${desktopHead} w-32`}>
            {t("agent")}
          </th>
          <th scope="col" className={`${head} w-36`}>
            {t("status")}
          </th>
          <th scope="col" className={`${desktopHead} w-20 !text-end`}>
            {t("took")}
          </th>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <CallRow key={call.id} workspace={workspace} call={call} />
        ))}
      </tbody>
    </table>
  );
}
