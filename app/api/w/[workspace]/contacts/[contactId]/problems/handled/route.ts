import * as directory from "@/lib/desk/directory";
import { setAllContactHandled } from "@/lib/desk/directory/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(setAllContactHandled, ({ caller, params, body }) =>
  directory.handleAll(caller.workspace.id, params.contactId, { ...body, agent: caller.account }),
);
