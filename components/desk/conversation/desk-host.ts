import type { QueryClient } from "@tanstack/react-query";
import type { PanelHost } from "@/components/desk/shared/panel-host";
import { pressButton } from "@/lib/actions/calls/endpoints";
import { call } from "@/lib/browser/call";
import type { ChatStore } from "@/lib/chats/browser/store";
import { setAllHandled, setHandled } from "@/lib/context/problems/endpoints";
import { keepShown, panelQuery } from "@/lib/desk/panel/browser/queries";
import { listEvents } from "@/lib/desk/panel/endpoints";
import { withStarted } from "@/lib/desk/panel/shared/running";

type Desk = { workspace: string; chatId: string; live: ChatStore };

/** The panel beside a chat of the desk. */
export const deskHost = (client: QueryClient, { workspace, chatId, live }: Desk): PanelHost => ({
  workspace,
  isFrame: false,
  olderEvents: (query) => call(listEvents, { params: { workspace, chatId }, query }),
  inOrder: (job) => live.inOrder(chatId, job),
  press: (body) => call(pressButton, { params: { workspace, chatId }, body }),
  showStarted: (started) => client.setQueryData(panelQuery(workspace, chatId).queryKey, (panel) => panel && withStarted(panel, started)),
  setHandled: (problemId, handled) => call(setHandled, { params: { workspace, chatId, problemId }, body: { handled } }),
  handleAll: (body) => call(setAllHandled, { params: { workspace, chatId }, body }),
  changeProblems: (change) => {
    const query = panelQuery(workspace, chatId);
    // A fetch in flight would overwrite the change with the old state.
    void client.cancelQueries(query);
    const before = client.getQueryData(query.queryKey);
    client.setQueryData(query.queryKey, (panel) => panel && change(panel));
    const release = keepShown(chatId, change);
    return (isDone) => {
      release();
      if (!isDone) client.setQueryData(query.queryKey, before);
    };
  },
  refresh: live.refreshPanel,
});
