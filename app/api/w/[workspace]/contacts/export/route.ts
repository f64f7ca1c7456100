import * as directory from "@/lib/desk/directory";
import { exportContacts } from "@/lib/desk/directory/contract";
import { download } from "@/lib/http/download";

export const GET = download(exportContacts, ({ caller, query }) => directory.exportedAll(caller.workspace, query.format, caller.by));
