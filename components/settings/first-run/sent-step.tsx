import { useTranslations } from "next-intl";
import { withKey } from "@/components/settings/keys/with-key";
import { CodeLines } from "@/components/settings/shared/code-lines";
import { bdi } from "@/components/ui/bdi";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Spinner } from "@/components/ui/spinner";
import type { SentStep as Step } from "./places";
import type { FirstRunState } from "./use-first-run";

type Props = { workspace: string; step: Step; state: FirstRunState; command: string; secret: string | undefined };

/** A command to paste, and what arrived. */
export function SentStep({ workspace, step, state: { done, latest }, command, secret }: Props) {
  const t = useTranslations("firstRun");
  const text = withKey(command, secret);
  return (
    <>
      <CodeLines text={text} />
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <CopyButton text={text} label={t("copyCommand")} />
        <p role="status" className="flex min-w-0 flex-1 basis-48 items-center gap-2 text-sm">
          {!done[step] && (
            <>
              <Spinner className="flex-none text-soft" />
              <span className="text-soft">{t(`waiting.${step}`)}</span>
            </>
          )}
          {done[step] && step === "event" && latest && (
            <span className="min-w-0 wrap-anywhere">
              {t.rich("there", {
                event: latest.event,
                name: latest.name ?? t("contact"),
                bdi,
                link: (content) => (
                  <Link
                    href={`/${workspace}/contacts/${latest.contactId}`}
                    className={`rounded-sm font-medium underline underline-offset-2 ${latest.level === "problem" ? "text-problem" : "text-accent"}`}
                  >
                    {content}
                  </Link>
                ),
              })}
            </span>
          )}
        </p>
      </div>
      {secret === undefined && <p className="mt-2 text-pretty text-soft text-sm">{t("keyHint")}</p>}
    </>
  );
}
