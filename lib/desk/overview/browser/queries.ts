import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import type * as contracts from "@/lib/desk/overview/contract";
import { getOverview } from "@/lib/desk/overview/endpoints";
import type { ReplyOf } from "@/lib/kernel/contract";

export type OverviewReply = ReplyOf<typeof contracts.getOverview>;
export type OverviewRange = { from: string; to: string; zone: string };

const refreshMs = 60_000;

/** Read again every minute, while the page is visible. */
export const overviewQuery = (workspace: string, range: OverviewRange) =>
  queryOptions({
    queryKey: ["w", workspace, "overview", range],
    queryFn: () => call(getOverview, { params: { workspace }, query: range }),
    refetchInterval: refreshMs,
    // The previous range stays while another one loads, so that the page does not jump.
    placeholderData: keepPreviousData,
    networkMode: "always",
  });
