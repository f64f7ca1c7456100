import { MessageCircle } from "lucide-react";
import { maxCaptionLength } from "@/lib/channels/whatsapp/shared/files";

export const whatsapp = { icon: MessageCircle, showsReplies: true, canRequestPhone: true, maxCaptionLength };
