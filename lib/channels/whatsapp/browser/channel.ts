import { maxCaptionLength } from "@/lib/channels/whatsapp/shared/files";
import { WhatsAppMark } from "./mark";

export const whatsapp = { icon: WhatsAppMark, showsReplies: true, canRequestPhone: true, maxCaptionLength };
