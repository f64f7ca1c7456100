"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { addressCheckQuery } from "@/lib/actions/receivers/browser/queries";
import { type Finding, Probe } from "@/lib/actions/receivers/contract";
import { checkServer } from "@/lib/actions/receivers/endpoints";
import { call } from "@/lib/browser/call";

/**
 * Runs one probe after the other, so that each finding is shown as soon as it arrives. Whether the address is reachable is a fact of
 * the line below the address, which is read anew with the first probe; `isAway` is what that line said last, of a check that is over.
 */
export function useServerCheck(workspace: string, url: string) {
  const queries = useQueryClient();
  const reachable = addressCheckQuery(workspace, url);
  const { data: address, dataUpdatedAt } = useQuery({ ...reachable, enabled: false });
  const [findings, setFindings] = useState<Finding[]>([]);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const check = useMutation({
    mutationFn: async () => {
      setFindings([]);
      for (const probe of Probe.options) {
        if (!isMounted.current) return;
        const finding = await call(checkServer, { params: { workspace }, body: { probe } });
        setFindings((current) => [...current, finding]);
        if (probe === Probe.options[0] || !finding.isReached) void queries.invalidateQueries(reachable);
        if (!finding.isReached) return;
      }
    },
  });

  const isAway = !check.isIdle && !check.isPending && address?.ok === false && dataUpdatedAt > check.submittedAt;
  return { findings, run: () => check.mutate(), isRunning: check.isPending, hasStarted: !check.isIdle, isAway, error: check.error };
}
