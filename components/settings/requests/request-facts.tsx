import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { tookText } from "@/lib/kernel/durations";
import type { ApiRequest } from "@/lib/workspace/request-log/contract";
import { fixOf } from "./fixed-code";
import { IgnoredField } from "./ignored-field";

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-soft">{name}</dt>
    <dd className="wrap-anywhere min-w-0">{children}</dd>
  </>
);

/** The details of one request, and what to do about its error. */
export function RequestFacts({ request }: { request: ApiRequest }) {
  const { path, message, createdAt, tookMs, requestId, key, code, ignored } = request;
  const t = useTranslations("settings.requests");
  return (
    <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 gap-y-1.5 px-4 pt-1 pb-4 text-sm md:ps-11">
      {(message !== null || code !== null) && (
        <Fact name={t("message")}>
          {message}
          {code !== null && (
            <span className="block text-soft">
              {fixOf(t, code)}{" "}
              <a href={`/docs/errors#${code}`} className="font-medium text-accent underline underline-offset-2">
                {t("reference", { code })}
              </a>
            </span>
          )}
        </Fact>
      )}
      {ignored.length > 0 && (
        <Fact name={t("ignored")}>
          {ignored.map(({ name, field }) => (
            <span key={name} className="block">
              <IgnoredField name={name} field={field} />
            </span>
          ))}
        </Fact>
      )}
      <Fact name={t("path")}>
        <code className="font-mono">{path}</code>
        {path.includes("{userId}") && <span className="text-soft"> {t("contactDeleted")}</span>}
      </Fact>
      <Fact name={t("time")}>
        <time dateTime={createdAt} className="tabular-nums">
          {t("utc", { time: createdAt.replace("T", " ").replace("Z", "") })}
        </time>
      </Fact>
      <Fact name={t("duration")}>{tookText(tookMs, useLocale())}</Fact>
      <Fact name={t("key")}>{key ? t("keyName", { name: key.name, lastFour: key.lastFour }) : t("keyRevoked")}</Fact>
      <Fact name={t("requestId")}>
        <span className="flex items-center gap-1">
          <code className="wrap-anywhere min-w-0 font-mono">{requestId}</code>
          <CopyButton text={requestId} label={t("copyRequestId")} />
        </span>
      </Fact>
    </dl>
  );
}
