import { useTranslations } from "next-intl";
import { places, type LinkedStep as Step } from "./places";
import { StepLink } from "./step-link";
import type { FirstRunState } from "./use-first-run";

/** A step that is done on a page of the settings. */
export function LinkedStep({ workspace, step, state }: { workspace: string; step: Step; state: FirstRunState }) {
  const t = useTranslations("firstRun");
  return (
    <>
      <div className="flex flex-wrap gap-x-5">
        <StepLink workspace={workspace} section={places[step]} text={t(`go.${step}`)} />
        {step === "channel" && (
          <>
            {state.isWebsiteOn && <StepLink workspace={workspace} section="website" text={t("testPage")} />}
            <StepLink workspace={workspace} section="whatsapp" text={t("whatsapp")} />
            <StepLink workspace={workspace} section="helpdesks" text={t("helpdesks")} />
          </>
        )}
      </div>
      {step === "channel" && state.isWebsiteOn && !state.done.channel && (
        <p role="status" className="mt-1 text-soft text-sm">
          {t("websiteOn")}
        </p>
      )}
    </>
  );
}
