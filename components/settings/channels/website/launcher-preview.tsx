import { MessageCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { textColourOn } from "@/lib/channels/shared/contrast";
import { isColour } from "./colour-field";
import type { WebsiteDraft } from "./website-draft";

type LauncherPreviewProps = { name: string; draft: WebsiteDraft; fallback: string };

/** A picture of the launcher and the greeting on a page of the customer. `fallback` is shown while a colour is being typed. */
export function LauncherPreview({ name, draft, fallback }: LauncherPreviewProps) {
  const t = useTranslations("settings.website.preview");
  const colour = isColour(draft.colour) ? draft.colour : fallback;
  const style = { backgroundColor: colour, color: textColourOn(colour) };
  const greeting = draft.greeting.trim() || t("greeting");
  const isLeft = draft.position === "left";

  return (
    <div>
      <p aria-hidden className="mb-1.5 font-medium">
        {t("title")}
      </p>
      <div
        role="img"
        aria-label={t("label", { position: draft.position, colour, greeting })}
        className="flex min-h-72 flex-col justify-end gap-3 rounded-md border border-line bg-bg p-3"
      >
        <div className={`w-52 max-w-full overflow-hidden rounded-lg border border-line bg-surface ${isLeft ? "self-start" : "self-end"}`}>
          <p style={style} className="truncate px-3 py-2.5 font-semibold text-sm">
            {name}
          </p>
          <div className="min-h-24 p-3">
            <p className="wrap-anywhere whitespace-pre-wrap rounded-[4px_14px_14px_14px] border border-line bg-raised px-3 py-2 text-sm">
              {greeting}
            </p>
          </div>
        </div>
        <span style={style} className={`grid size-12 place-items-center rounded-full ${isLeft ? "self-start" : "self-end"}`}>
          <MessageCircle aria-hidden className="size-6" />
        </span>
      </div>
    </div>
  );
}
