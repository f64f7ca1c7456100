import { useEffect, useMemo, useRef } from "react";
import { useAiming } from "@/components/chat/shared/use-aiming";
import { type Moving, moving, stillPanel } from "./still-panel";

/** A panel whose problems and events stay in their places while somebody aims at one; another person's panel shows at once. */
export function useStillPanel<P extends Moving>(subjectId: string, panel: P) {
  const { isAiming, end, handlers } = useAiming();
  const shown = useRef({ subjectId, panel });
  const still = useMemo(() => {
    const isSame = shown.current.subjectId === subjectId;
    return isAiming && isSame ? stillPanel(shown.current.panel, panel) : moving(panel);
  }, [isAiming, subjectId, panel]);
  useEffect(() => {
    shown.current = { subjectId, panel: still.panel };
  }, [subjectId, still]);
  return { ...still, showAll: end, handlers };
}
