import { z } from "zod";
import { contract, InWorkspace, mustBe, Uuid } from "@/lib/kernel/contract";
import { steps } from "./shared/steps";

/** How far a workspace has come. All of it is read from what is there, so that nothing is done by a tick. */
const FirstRun = z.object({
  done: z.record(z.enum(steps), z.boolean()),
  /** Whether the website's chat is switched on; the step is done with its first message. */
  isWebsiteOn: z.boolean(),
  hasChats: z.boolean(),
  /** The contact to whom something happened last, and what. */
  latest: z.object({ contactId: Uuid, name: z.string().nullable(), event: z.string(), level: z.enum(["problem", "info"]) }).nullable(),
  isPutAway: z.boolean(),
  /** Sample people are offered to an empty workspace. */
  samples: z.enum(["none", "offered", "there"]),
});
export type FirstRun = z.output<typeof FirstRun>;

export const getFirstRun = contract({
  method: "GET",
  path: "/api/w/{workspace}/first-run",
  summary: "Which of the first steps are done",
  access: "session",
  role: "admin",
  params: InWorkspace,
  status: 200,
  output: FirstRun,
});

const PutAway = z.object({ isPutAway: z.boolean({ error: mustBe("true or false") }) });

export const putAwayFirstRun = contract({
  method: "PUT",
  path: "/api/w/{workspace}/first-run",
  summary: "Put the list of first steps away for all admins, or show it again",
  access: "session",
  role: "admin",
  params: InWorkspace,
  body: PutAway,
  status: 200,
  output: PutAway,
});
