import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "@/lib/browser/call";
import type * as contracts from "@/lib/desk/directory/contract";
import { getContactPage, listContacts, listContactTimeline, previewMerge } from "@/lib/desk/directory/endpoints";
import type { ReplyOf } from "@/lib/kernel/contract";

export type ListPage = ReplyOf<typeof contracts.listContacts>;
export type TimelinePage = ReplyOf<typeof contracts.listContactTimeline>;

const next = (page: { next: string | null }) => page.next;
const first: string | null = null;
const cursorOf = (pageParam: string | null) => (pageParam === null ? {} : { cursor: pageParam });

export const contactsKey = (workspace: string) => ["w", workspace, "contacts"] as const;

export const contactsQuery = (workspace: string, filter: z.input<typeof contracts.ContactFilter>) =>
  infiniteQueryOptions({
    queryKey: [...contactsKey(workspace), "list", filter],
    queryFn: ({ pageParam }) => call(listContacts, { params: { workspace }, query: { ...filter, ...cursorOf(pageParam) } }),
    initialPageParam: first,
    getNextPageParam: next,
  });

export const contactQuery = (workspace: string, contactId: string) =>
  queryOptions({
    queryKey: [...contactsKey(workspace), "one", contactId],
    queryFn: () => call(getContactPage, { params: { workspace, contactId } }),
  });

export const mergePreviewQuery = (workspace: string, contactId: string, from: string) =>
  queryOptions({
    queryKey: [...contactsKey(workspace), "merge", contactId, from],
    queryFn: () => call(previewMerge, { params: { workspace, contactId }, query: { from } }),
    staleTime: 0,
  });

export const timelineQuery = (workspace: string, contactId: string, filter: contracts.TimelineFilter) =>
  infiniteQueryOptions({
    queryKey: [...contactsKey(workspace), "timeline", contactId, filter],
    queryFn: ({ pageParam }) =>
      call(listContactTimeline, { params: { workspace, contactId }, query: { ...filter, ...cursorOf(pageParam) } }),
    initialPageParam: first,
    getNextPageParam: next,
  });
