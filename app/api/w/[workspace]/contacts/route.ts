import * as directory from "@/lib/domain/directory";
import { listContacts } from "@/lib/domain/directory/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listContacts, ({ caller, query }) => directory.list(caller.workspace.id, query));
