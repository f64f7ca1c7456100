import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { makeUndoable } from "@/components/commands/undo";
import { useLive } from "@/components/desk/shared/live";
import { bdi } from "@/components/ui/bdi";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { linkChat, unlinkChat } from "@/lib/chats/endpoints";

type Contact = { userId: string; name: string | null };

/** Links the person of a chat to a contact, and undoes that. */
export function useLink(chatId: string) {
  const t = useTranslations("chat.link");
  const { workspace, live } = useLive();
  const params = { workspace, chatId };

  function onSettled() {
    live.refreshPanel();
    live.refreshList();
  }

  const { mutate: undo, isPending: isUndoing } = useMutation({
    /** `isSaid`: a message says already that it was undone. */
    mutationFn: ({ userId }: { userId: string; isSaid?: boolean }) =>
      live.inOrder(chatId, () => call(unlinkChat, { params, body: { userId } })),
    onSuccess({ userId }, { isSaid }) {
      if (userId !== null) toast.success(t.rich("undoneButPhone", { userId, bdi }));
      else if (!isSaid) toast.success(t("undone"));
    },
    onError: (error) => toast.error(error.message),
    onSettled,
  });
  const link = useMutation({
    mutationFn: ({ userId }: Contact) => live.inOrder(chatId, () => call(linkChat, { params, body: { userId } })),
    onSuccess: (_, { userId, name }) =>
      void makeUndoable(t.rich("linked", { name: name ?? userId, bdi }), () => undo({ userId, isSaid: true })),
    onSettled,
  });
  return { link, undo, isUndoing };
}
