import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { Panel } from "@/lib/desk/panel/contract";
import { useLink } from "./use-link";

type Props = { chatId: string; suggestion: NonNullable<Panel["suggestion"]> };

/** Data typed by a visitor proves nothing, so an agent confirms the link to the contact. */
export function Suggestion({ chatId, suggestion: { userId, name, matches } }: Props) {
  const t = useTranslations("chat.suggestion");
  const { mutate, isPending, error } = useLink(chatId).link;
  return (
    <div className="mt-3 flex flex-col items-start gap-2 rounded-lg border border-line bg-surface px-3 py-2.5 text-sm">
      <p className="wrap-anywhere">
        {t.rich(`matches.${matches}`, {
          person: () => (
            <strong className="font-semibold">
              {name ? (
                <>
                  <bdi>{name}</bdi> (<bdi>{userId}</bdi>)
                </>
              ) : (
                <bdi>{userId}</bdi>
              )}
            </strong>
          ),
        })}
      </p>
      <Button variant="plain" busy={isPending} onClick={() => mutate({ userId, name })}>
        {t("confirm")}
      </Button>
      {error && (
        <p role="alert" className="text-problem text-xs">
          {error.message}
        </p>
      )}
    </div>
  );
}
