import * as directory from "@/lib/desk/directory";
import { mergeContact, previewMerge } from "@/lib/desk/directory/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(previewMerge, ({ caller, params, query }) =>
  directory.previewMerge(caller.workspace.id, { into: params.contactId, from: query.from }),
);
export const POST = endpoint(mergeContact, ({ caller, params, body }) =>
  directory.merge(caller.workspace.id, { into: params.contactId, from: body.from }, { values: body.values, by: caller.by }),
);
