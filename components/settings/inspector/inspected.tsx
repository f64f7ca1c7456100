import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ReachedChats } from "@/components/desk/reach/reached-chats";
import { IgnoredField } from "@/components/settings/requests/ignored-field";
import { Panel } from "@/components/ui/panel";
import { Pill } from "@/components/ui/pill";
import type * as contracts from "@/lib/desk/reach/contract";
import type { ReplyOf } from "@/lib/kernel/contract";

type Answer = ReplyOf<typeof contracts.inspectEvent>;
type Reach = NonNullable<Answer["outcome"]>;

const bold = (chunks: ReactNode) => <b>{chunks}</b>;

/** The answer of the validator, or of the dry run. */
export function Inspected({ workspace, inspected: { problems, ignored, outcome, identified } }: { workspace: string; inspected: Answer }) {
  const t = useTranslations("settings.inspector");
  return (
    <>
      {problems.length > 0 && (
        <Panel title={t("problems", { count: problems.length })} description={t("problemsHint")} flush>
          <ul className="divide-y divide-line">
            {problems.map(({ code, message }) => (
              <li key={message} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm">
                <span className="wrap-anywhere min-w-0 flex-1 basis-60">{message}</span>
                <a href={`/docs/errors#${code}`} className="font-medium text-accent text-xs underline underline-offset-2">
                  {t("reference", { code })}
                </a>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {ignored.length > 0 && (
        <Panel title={t("ignored")} flush>
          <ul className="divide-y divide-line">
            {ignored.map(({ name, field }) => (
              <li key={name} className="px-4 py-3 text-sm">
                <IgnoredField name={name} field={field} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {outcome && <Reached workspace={workspace} outcome={outcome} />}
      {identified && <Identified {...identified} />}
    </>
  );
}

/** The contact that an identify token links a visitor to, and the claims that are ignored, with the reasons that the browser’s console shows. */
function Identified({ userId, createsContact, ignored }: NonNullable<Answer["identified"]>) {
  const t = useTranslations("settings.inspector");
  return (
    <>
      <Panel title={t("does")}>
        <div className="grid gap-1">
          <p className="text-pretty wrap-anywhere">{t.rich("links", { userId, b: bold })}</p>
          {createsContact && <p className="text-pretty text-soft text-sm">{t("createsContact")}</p>}
        </div>
      </Panel>
      {ignored.length > 0 && (
        <Panel title={t("ignoredClaims", { count: ignored.length })} description={t("ignoredClaimsHint")} flush>
          <ul className="divide-y divide-line">
            {ignored.map((message) => (
              <li key={message} lang="en" className="px-4 py-3 text-sm wrap-anywhere">
                {message}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function Reached({
  workspace,
  outcome: { event, level, levelReason, createsContact, posted, others },
}: {
  workspace: string;
  outcome: Reach;
}) {
  const t = useTranslations("settings.inspector");
  const { by, word, cancelled } = levelReason;
  const lastMessage = (time: () => ReactNode) => t.rich("lastMessage", { time });
  return (
    <Panel title={t("does")} flush>
      <div className="grid gap-1 px-4 py-3">
        <p className="flex flex-wrap items-center gap-2">
          <Pill tone={level === "problem" ? "bad" : "plain"}>{t(`levels.${level}`)}</Pill>
          <b className="wrap-anywhere">
            <bdi>{event}</bdi>
          </b>
        </p>
        <p className="text-pretty text-soft text-sm">
          {by === "word"
            ? t.rich("byWord", { word: word ?? "", b: bold })
            : cancelled
              ? t.rich("byCancelled", { ...cancelled, b: bold })
              : t(by === "level" ? "byLevel" : "byNoWord")}
        </p>
        {createsContact && <p className="text-pretty text-soft text-sm">{t("createsContact")}</p>}
      </div>
      <ReachedChats workspace={workspace} title={t("posted", { count: posted.length })} hasCard chats={posted} lastMessage={lastMessage} />
      {posted.length === 0 && others.length === 0 && <p className="px-4 pb-3 text-pretty text-soft text-sm">{t("kept")}</p>}
      {others.length > 0 && (
        <ReachedChats
          workspace={workspace}
          title={t("others", { count: others.length })}
          hasCard={false}
          chats={others.map((chat) => ({ ...chat, reason: t(`reasons.${chat.reason}`) }))}
          lastMessage={lastMessage}
        />
      )}
    </Panel>
  );
}
