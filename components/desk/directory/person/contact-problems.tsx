import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { Problems } from "@/components/desk/panel/problems";
import { describePerson, PressingContext } from "@/components/desk/press/pressing";
import { type PanelHost, PanelHostContext } from "@/components/desk/shared/panel-host";
import { call } from "@/lib/browser/call";
import { contactQuery } from "@/lib/desk/directory/browser/queries";
import type { ContactPage } from "@/lib/desk/directory/contract";
import { listContactEvents, setAllContactHandled, setContactHandled } from "@/lib/desk/directory/endpoints";
import { serialized } from "@/lib/kernel/throttle";
import type { ContactButtons } from "./use-contact-buttons";

type Props = {
  workspace: string;
  page: ContactPage;
  me: string;
  buttons: ContactButtons;
  onChanged: () => void;
  /** What else shows the buttons. */
  children: ReactNode;
};

/** The problems of a contact as in the panel beside a chat. Their buttons are pressed in a chat of the contact. */
export function ContactProblems({ workspace, page, me, buttons: { panel, pressing }, onChanged, children }: Props) {
  const client = useQueryClient();
  const { id: contactId } = page.contact;
  const [inOrder] = useState(serialized);
  const host = useMemo(
    (): PanelHost => ({
      workspace,
      isFrame: false,
      inOrder,
      olderEvents: (query) => call(listContactEvents, { params: { workspace, contactId }, query }),
      ...pressing,
      setHandled: (problemId, handled) => call(setContactHandled, { params: { workspace, contactId, problemId }, body: { handled } }),
      handleAll: (body) => call(setAllContactHandled, { params: { workspace, contactId }, body }),
      changeProblems: (change) => {
        const query = contactQuery(workspace, contactId);
        // A fetch in flight would overwrite the change with the old state.
        void client.cancelQueries(query);
        const before = client.getQueryData(query.queryKey);
        client.setQueryData(query.queryKey, (shown) => shown && change(shown));
        return (isDone) => {
          if (!isDone) client.setQueryData(query.queryKey, before);
        };
      },
      refresh() {
        onChanged();
        pressing.refresh();
      },
    }),
    [client, workspace, contactId, inOrder, onChanged, pressing],
  );
  const { buttons = [], running = [], outcomes = [] } = panel ?? {};
  const person = describePerson(page.displayName, page.contact);
  return (
    <PanelHostContext value={host}>
      <PressingContext value={{ me, person, buttons, running, outcomes }}>
        <Problems
          subjectId={contactId}
          problems={page.problems}
          count={page.problemsCount}
          solved={page.solved}
          hasOlder={page.hasOlderProblems}
        />
        {children}
      </PressingContext>
    </PanelHostContext>
  );
}
