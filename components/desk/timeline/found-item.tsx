import { useTranslations } from "next-intl";
import { Spinner } from "@/components/ui/spinner";
import { type Options, useFoundItem } from "./use-found-item";

const pill = "flex min-h-8 items-center gap-1.5 rounded-full border border-line bg-surface px-3 text-sm shadow-sm";

/** Leads to an item that was found, and says what becomes of that; nothing is to be seen of it once it is there. */
export function FoundItem(options: Options) {
  const { id, loading, retry } = useFoundItem(options);
  const t = useTranslations("chat.timeline");
  const common = useTranslations("common");
  return (
    <div className="pointer-events-none absolute inset-x-0 top-3 flex justify-center">
      <p role="status" className={loading === "loading" ? `${pill} text-soft` : "sr-only"}>
        {loading === "loading" && <Spinner />}
        {loading === "loading" ? t("toFound") : loading === "none" && id !== null ? t("atFound") : ""}
      </p>
      {loading === "failed" && (
        <p role="alert" className={`${pill} pointer-events-auto text-problem`}>
          {t("foundFailed")}
          <button type="button" onClick={retry} className="min-h-6 rounded-sm font-medium text-accent underline-offset-2 hover:underline">
            {common("tryAgain")}
          </button>
        </p>
      )}
    </div>
  );
}
