import * as directory from "@/lib/desk/directory";
import { exportContact } from "@/lib/desk/directory/contract";
import { download } from "@/lib/http/download";

export const GET = download(exportContact, ({ caller, params }) => directory.exported(caller.workspace, params.contactId, caller.by));
