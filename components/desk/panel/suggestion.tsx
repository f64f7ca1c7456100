import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useLive } from "@/components/desk/shared/live";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/browser/call";
import { linkChat } from "@/lib/chats/endpoints";
import type { Panel } from "@/lib/desk/panel/contract";

type Props = { chatId: string; suggestion: NonNullable<Panel["suggestion"]> };

/** Data typed by a visitor proves nothing, so an agent confirms the link to the contact. */
export function Suggestion({ chatId, suggestion: { userId, name, matches } }: Props) {
  const t = useTranslations("chat.suggestion");
  const { workspace, live } = useLive();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(linkChat, { params: { workspace, chatId }, body: { userId } }),
    onSettled: () => {
      live.refreshPanel();
      live.refreshList();
    },
  });
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
      <Button variant="plain" busy={isPending} onClick={() => mutate()}>
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
