import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { Problems } from "@/components/desk/panel/problems";
import { PressingContext } from "@/components/desk/press/pressing";
import { type PanelHost, PanelHostContext } from "@/components/desk/shared/panel-host";
import { call } from "@/lib/browser/call";
import { contactQuery } from "@/lib/desk/directory/browser/queries";
import type { ContactPage } from "@/lib/desk/directory/contract";
import { listContactEvents, setContactHandled } from "@/lib/desk/directory/endpoints";

type Props = { workspace: string; page: ContactPage; me: string; onChanged: () => void };

/** The problems of a contact as in the panel beside a chat, without the buttons, which belong to a chat. */
export function ContactProblems({ workspace, page, me, onChanged }: Props) {
  const client = useQueryClient();
  const { id: contactId } = page.contact;
  const host = useMemo(
    (): PanelHost => ({
      workspace,
      isFrame: false,
      olderEvents: (query) => call(listContactEvents, { params: { workspace, contactId }, query }),
      press: () => Promise.reject(new Error("not_available")),
      showStarted: () => undefined,
      setHandled: (problemId, handled) => call(setContactHandled, { params: { workspace, contactId, problemId }, body: { handled } }),
      changeProblems: (change) => {
        const query = contactQuery(workspace, contactId);
        // A fetch in flight would overwrite the change with the old state.
        void client.cancelQueries(query);
        const before = client.getQueryData(query.queryKey);
        client.setQueryData(query.queryKey, (shown) => shown && change(shown));
        return () => client.setQueryData(query.queryKey, before);
      },
      refresh: onChanged,
    }),
    [client, workspace, contactId, onChanged],
  );
  const pressing = { me, person: page.displayName, buttons: [], running: [], outcomes: [] };
  return (
    <PanelHostContext value={host}>
      <PressingContext value={pressing}>
        <Problems
          subjectId={contactId}
          problems={page.problems}
          count={page.problemsCount}
          solved={page.solved}
          hasOlder={page.hasOlderProblems}
        />
      </PressingContext>
    </PanelHostContext>
  );
}
