import { writeOnline } from "@/lib/chats/come-back";
import { isUnavailable } from "@/lib/platform/db/errors";
import { loop } from "@/lib/platform/jobs";
import { membersWithTabs } from "./stream";

/** Several times within the minute after which somebody is offline. */
const everyMs = 10_000;
const perStatement = 1_000;

/** Says who has a tab open at this instance. */
export const jobs = [
  loop({
    name: "members online",
    everyMs,
    async run() {
      const members = membersWithTabs();
      for (let at = 0; at === 0 || at < members.length; at += perStatement) await writeOnline(members.slice(at, at + perStatement));
    },
    failure: "who is online could not be written down",
    isExpected: isUnavailable,
  }),
];
