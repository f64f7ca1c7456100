"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Finding, Probe } from "@/lib/actions/receivers/contract";
import { checkServer } from "@/lib/actions/receivers/endpoints";
import { call } from "@/lib/browser/call";

/** Runs one probe after the other, so that each finding is shown as soon as it arrives. */
export function useServerCheck(workspace: string) {
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
        if (!finding.isReached) return;
      }
    },
  });

  return { findings, run: () => check.mutate(), isRunning: check.isPending, hasStarted: !check.isIdle, error: check.error };
}
