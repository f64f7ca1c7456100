import { processor } from "./process";
import { sendReceipt } from "./receipts";
import { deliver } from "./send";
import { fileProblem } from "./shared/files";

/** Meta calls the endpoint in `webhook`, and is called through `graph`. */
export const whatsapp = { inbound: processor, deliver, fileProblem, sendReceipt };
