import * as imports from "@/lib/data/imports";
import { linesOfImport } from "@/lib/data/imports/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(linesOfImport, ({ caller, params, query }) => imports.shownLines(caller.workspace.id, params.importId, query));
