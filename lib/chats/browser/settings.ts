import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { getChatSettings } from "@/lib/chats/settings/endpoints";

export const chatSettingsQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "chat-settings"], queryFn: () => call(getChatSettings, { params: { workspace } }) });
