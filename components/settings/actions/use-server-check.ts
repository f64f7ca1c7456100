"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "@/lib/browser/call";
import { checkServer, type Finding, Probe } from "@/lib/domain/receivers/contract";

/** Looks at one thing after the other, so that each finding is shown as soon as it is made. */
export function useServerCheck(workspace: string) {
  const [findings, setFindings] = useState<Finding[]>([]);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const check = useMutation({
    mutationFn: async () => {
      setFindings([]);
      for (const probe of Probe.options) {
        if (!isHere.current) return;
        const finding = await call(checkServer, { params: { workspace }, body: { probe } });
        setFindings((before) => [...before, finding]);
        if (!finding.isReached) return;
      }
    },
  });

  return { findings, run: () => check.mutate(), isRunning: check.isPending, isBegun: !check.isIdle, error: check.error };
}
