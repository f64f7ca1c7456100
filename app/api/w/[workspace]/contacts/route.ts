import * as directory from "@/lib/desk/directory";
import { listContacts } from "@/lib/desk/directory/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listContacts, ({ caller, query }) => directory.list(caller.workspace.id, query));
