import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { getAttributeDisplay, listSeenAttributes } from "@/lib/people/attribute-display/endpoints";

export const attributeDisplayQuery = (workspace: string) =>
  queryOptions({
    queryKey: ["w", workspace, "attribute-display"],
    queryFn: () => call(getAttributeDisplay, { params: { workspace } }),
  });

export const seenAttributesQuery = (workspace: string) =>
  queryOptions({
    queryKey: ["w", workspace, "attribute-display", "seen"],
    queryFn: () => call(listSeenAttributes, { params: { workspace } }),
  });
