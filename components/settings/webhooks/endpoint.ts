import type { ReplyOf } from "@/lib/kernel/contract";
import type { listWebhooks } from "@/lib/webhooks/contract";

export type Endpoint = ReplyOf<typeof listWebhooks>["data"][number];

/** What an endpoint is called in a sentence. */
export const nameOf = ({ description, url, id }: Endpoint): string => description || url || id;
