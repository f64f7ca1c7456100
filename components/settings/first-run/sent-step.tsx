import { useTranslations } from "next-intl";
import { withKey } from "@/components/settings/keys/with-key";
import { CodeLines } from "@/components/settings/shared/code-lines";
import { CopyButton } from "@/components/ui/copy-button";
import { Spinner } from "@/components/ui/spinner";
import type { SentStep as Step } from "./places";

type Props = { step: Step; isDone: boolean; command: string; secret: string | undefined };

/** A command to paste, and whether it arrived. */
export function SentStep({ step, isDone, command, secret }: Props) {
  const t = useTranslations("firstRun");
  const text = withKey(command, secret);
  return (
    <>
      <CodeLines text={text} />
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <CopyButton text={text} label={t("copyCommand")} />
        <p role="status" className="flex min-w-0 flex-1 basis-48 items-center gap-2 text-sm">
          {!isDone && (
            <>
              <Spinner className="flex-none text-soft" />
              <span className="text-soft">{t(`waiting.${step}`)}</span>
            </>
          )}
        </p>
      </div>
      {secret === undefined && <p className="mt-2 text-pretty text-soft text-sm">{t("keyHint")}</p>}
    </>
  );
}
