import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { PanelHost } from "@/components/chat/shared/panel-host";
import type { FrameAccess } from "@/lib/domain/helpdesks/browser/access";
import type { FrameView, SentSubject } from "@/lib/domain/helpdesks/contract";
import { listFrameEvents, pressFrameButton } from "@/lib/domain/helpdesks/endpoints";
import { withStarted } from "@/lib/domain/panel/shared/running";

type Frame = { workspace: string; subject: SentSubject; access: FrameAccess; queryKey: QueryKey };

/** Whom the panel on the screen is about. */
function shownIn(client: QueryClient, queryKey: QueryKey): { shown?: string } {
  const { contact, person } = client.getQueryData<FrameView>(queryKey)?.panel ?? {};
  const shown = contact?.id ?? person?.id;
  return shown ? { shown } : {};
}

/** The panel in a frame: every call carries the frame's token, and names the person instead of a chat. */
export const frameHost = (client: QueryClient, { workspace, subject, access, queryKey }: Frame): PanelHost => ({
  workspace,
  isFrame: true,
  olderEvents: (query) => access.call(listFrameEvents, { params: { workspace }, query: { ...query, ...subject } }),
  press: (body) => access.call(pressFrameButton, { params: { workspace }, body: { ...body, ...subject, ...shownIn(client, queryKey) } }),
  showStarted: (started) =>
    client.setQueryData<FrameView>(queryKey, (view) => (view?.panel ? { ...view, panel: withStarted(view.panel, started) } : view)),
  refresh: () => void client.invalidateQueries({ queryKey }),
});
