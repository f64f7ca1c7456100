import { Globe } from "lucide-react";

export const website = { icon: Globe, showsReplies: false, canRequestPhone: false, maxCaptionLength: null };
