import * as imports from "@/lib/data/imports";
import { mapImport } from "@/lib/data/imports/contract";
import { endpoint } from "@/lib/http/endpoint";

export const PUT = endpoint(mapImport, ({ caller, params, body }) => imports.setColumns(caller.workspace.id, params.importId, body));
