import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RelativeTime } from "@/components/time/relative-time";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { Pill } from "@/components/ui/pill";
import type { RequestGroups as Groups } from "@/lib/workspace/request-log/browser/queries";
import type { RequestFilter } from "./filter";
import { fixOf } from "./fixed-code";
import { IgnoredField } from "./ignored-field";

type RowProps = { count: number; lastAt: string; title: ReactNode; children: ReactNode; action?: ReactNode };

function Row({ count, lastAt, title, children, action }: RowProps) {
  const t = useTranslations("settings.requests.groups");
  const time = () => <RelativeTime at={lastAt} ago />;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1 px-4 py-3 md:grid-cols-[3.5rem_minmax(0,1fr)_auto]">
      <span className="font-semibold tabular-nums md:text-end">{t("times", { count })}</span>
      <div className="grid min-w-0 gap-1 text-sm">
        <p className="wrap-anywhere">{title}</p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft text-xs">
          {children}
          <span>{t.rich("last", { time })}</span>
        </div>
      </div>
      {action && <div className="col-start-2 md:col-start-auto">{action}</div>}
    </li>
  );
}

type ErrorProps = Groups["errors"][number] & { onShow: (filter: Partial<RequestFilter>) => void };

function LikeErrors({ code, status, message, count, lastAt, onShow }: ErrorProps) {
  const t = useTranslations("settings.requests");
  const action = (
    <Button variant="ghost" className="max-md:-ms-3" onClick={() => onShow({ status: String(status), key: "", path: "" })}>
      {t("groups.show")}
    </Button>
  );
  return (
    <Row count={count} lastAt={lastAt} title={message ?? code} action={action}>
      <p className="w-full text-pretty text-sm">{fixOf(t, code)}</p>
      <a href={`/docs/errors#${code}`} className="font-medium text-accent underline underline-offset-2">
        {t("reference", { code })}
      </a>
    </Row>
  );
}

/** What goes wrong again and again, with what to do about it. Nothing where nothing does. */
export function RequestGroups({ groups: { errors, ignored }, onShow }: { groups: Groups; onShow: ErrorProps["onShow"] }) {
  const t = useTranslations("settings.requests");
  if (errors.length + ignored.length === 0) return null;
  return (
    <Panel title={t("groups.title")} description={t("groups.description")} flush>
      {errors.length > 0 && (
        <ul aria-label={t("groups.errors")} className="divide-y divide-line">
          {errors.map((error) => (
            <LikeErrors key={`${error.code} ${error.message}`} {...error} onShow={onShow} />
          ))}
        </ul>
      )}
      {ignored.length > 0 && (
        <ul aria-label={t("ignored")} className="divide-y divide-line border-line not-first:border-t">
          {ignored.map(({ name, field, method, path, count, lastAt }) => (
            <Row key={`${name} ${method} ${path}`} count={count} lastAt={lastAt} title={<IgnoredField name={name} field={field} />}>
              <Pill tone="note">{t("ignored")}</Pill>
              <span className="wrap-anywhere font-mono">{t("groups.ignoredIn", { method, path })}</span>
            </Row>
          ))}
        </ul>
      )}
    </Panel>
  );
}
