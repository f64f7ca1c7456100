import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { PanelHost } from "@/components/desk/shared/panel-host";
import { pressButton } from "@/lib/actions/calls/endpoints";
import { call } from "@/lib/browser/call";
import type { ContactPage } from "@/lib/desk/directory/contract";
import { buttonChatOf } from "@/lib/desk/directory/shared/button-chat";
import { panelQuery } from "@/lib/desk/panel/browser/queries";
import type { Panel } from "@/lib/desk/panel/contract";
import { withStarted } from "@/lib/desk/panel/shared/running";

type Pressing = Pick<PanelHost, "press" | "showStarted" | "refresh">;
export type ContactButtons = { panel: Panel | undefined; pressing: Pressing };

/** The buttons for a contact, and how they are pressed: in one of the contact's chats, whose panel has them. `version` grows with each change. */
export function useContactButtons(
  workspace: string,
  { page, version, first }: { page: ContactPage; version: number; first: Panel | null },
): ContactButtons {
  const client = useQueryClient();
  const chatId = buttonChatOf(page.chats)?.id;
  const { data: panel } = useQuery({
    ...panelQuery(workspace, chatId ?? ""),
    enabled: chatId !== undefined,
    ...(first && first.chat.id === chatId && { initialData: first }),
  });

  const pressing = useMemo((): Pressing => {
    const query = panelQuery(workspace, chatId ?? "");
    return {
      press: (body) =>
        chatId === undefined ? Promise.reject(new Error("not_available")) : call(pressButton, { params: { workspace, chatId }, body }),
      showStarted: (started) => client.setQueryData(query.queryKey, (shown) => shown && withStarted(shown, started)),
      refresh: () => void client.invalidateQueries(query),
    };
  }, [client, workspace, chatId]);

  useEffect(() => {
    if (version > 0) pressing.refresh();
  }, [pressing, version]);

  return { panel, pressing };
}
