import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { PanelHost } from "@/components/desk/shared/panel-host";
import type { FrameAccess } from "@/lib/desk/helpdesks/browser/access";
import type { FrameView, SentSubject } from "@/lib/desk/helpdesks/contract";
import { handleAllFrameProblems, handleFrameProblem, listFrameEvents, pressFrameButton } from "@/lib/desk/helpdesks/endpoints";
import { withStarted } from "@/lib/desk/panel/shared/running";
import { serialized } from "@/lib/kernel/throttle";

type Frame = {
  workspace: string;
  subject: SentSubject;
  access: FrameAccess;
  queryKey: QueryKey;
  /** An agent is signed in. Nobody knows who looks with a token alone. */
  isAgent: boolean;
};

/** The person of the panel on the screen. */
function shownIn(client: QueryClient, queryKey: QueryKey): { shown?: string } {
  const { contact, person } = client.getQueryData<FrameView>(queryKey)?.panel ?? {};
  const shown = contact?.id ?? person?.id;
  return shown ? { shown } : {};
}

/** "Handled" in a frame. */
function handling(client: QueryClient, { workspace, subject, access, queryKey }: Omit<Frame, "isAgent">) {
  return {
    setHandled: (problemId, handled) =>
      access.call(handleFrameProblem, {
        params: { workspace, problemId },
        body: { handled, ...subject, ...shownIn(client, queryKey) },
      }),
    handleAll: (body) =>
      access.call(handleAllFrameProblems, { params: { workspace }, body: { ...body, ...subject, ...shownIn(client, queryKey) } }),
    changeProblems: (change) => {
      // A fetch in flight would overwrite the change with the old state.
      void client.cancelQueries({ queryKey });
      const before = client.getQueryData<FrameView>(queryKey);
      client.setQueryData<FrameView>(queryKey, (view) => (view?.panel ? { ...view, panel: change(view.panel) } : view));
      return (isDone) => {
        if (!isDone) client.setQueryData(queryKey, before);
      };
    },
  } satisfies Partial<PanelHost>;
}

/** The panel in a frame: every call carries the frame's token, and names the person instead of a chat. */
export const frameHost = (client: QueryClient, { workspace, subject, access, queryKey, isAgent }: Frame): PanelHost => ({
  workspace,
  isFrame: true,
  olderEvents: (query) => access.call(listFrameEvents, { params: { workspace }, query: { ...query, ...subject } }),
  inOrder: serialized(),
  press: (body) => access.call(pressFrameButton, { params: { workspace }, body: { ...body, ...subject, ...shownIn(client, queryKey) } }),
  showStarted: (started) =>
    client.setQueryData<FrameView>(queryKey, (view) => (view?.panel ? { ...view, panel: withStarted(view.panel, started) } : view)),
  ...(isAgent && handling(client, { workspace, subject, access, queryKey })),
  refresh: () => void client.invalidateQueries({ queryKey }),
});
