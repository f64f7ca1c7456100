import * as imports from "@/lib/data/imports";
import { exportImportLines } from "@/lib/data/imports/contract";
import { download } from "@/lib/http/download";

export const GET = download(exportImportLines, ({ caller, params, query }) => imports.file(caller.workspace, params.importId, query));
