import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { ChangeNotification } from "@/lib/browser/change-notification";
import type { StreamMessage } from "@/lib/browser/stream";
import { useStream } from "@/lib/browser/use-stream";
import { contactQuery } from "@/lib/desk/directory/browser/queries";
import type { ContactPage } from "@/lib/desk/directory/contract";
import { hasCode } from "@/lib/kernel/errors";
import { throttle } from "@/lib/kernel/throttle";

const refreshMs = 1_000;

const hasAny = (ids: readonly string[], of: readonly { id: string }[]): boolean => of.some(({ id }) => ids.includes(id));

/** Whether a change notification affects the page of a contact. */
function concerns(change: Omit<ChangeNotification, "presence" | "calls">, { contact, people, chats }: ContactPage): boolean {
  return (
    change.contacts.includes(contact.id) ||
    hasAny(change.tags, contact.tags ?? []) ||
    hasAny(change.people, people) ||
    hasAny([...change.reset, ...change.chats.map(({ id }) => id)], chats)
  );
}

/** A contact that follows its changes. `version` grows with each of them. */
export function useContact(workspace: string, contactId: string, first: ContactPage) {
  const client = useQueryClient();
  const [version, setVersion] = useState(0);
  const { data = first, error } = useQuery({ ...contactQuery(workspace, contactId), initialData: first, networkMode: "always" });
  const { queryKey } = contactQuery(workspace, contactId);
  const refresh = useMemo(
    () => throttle(refreshMs, () => client.invalidateQueries({ queryKey: contactQuery(workspace, contactId).queryKey })),
    [client, workspace, contactId],
  );

  function onMessage(message: StreamMessage): void {
    const page = client.getQueryData(queryKey) ?? first;
    if (message.kind === "change" && !concerns(message.notification, page)) return;
    refresh();
    // A heartbeat makes up for a lost notification of the contact; the timeline is long, and is left alone.
    if (message.kind !== "tick") setVersion((before) => before + 1);
  }

  // The first message says that the stream began, a moment after the server read the page. An ended session shows in the next request, which leads to the sign-in.
  const { away } = useStream(workspace, onMessage, refresh);
  return { page: data, isDeleted: hasCode(error, "not_found"), away, version, refresh };
}
