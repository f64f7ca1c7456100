import { useEffect, useMemo, useRef } from "react";
import { useAiming } from "@/components/desk/shared/use-aiming";
import { frozenPanel, type Moving, moving } from "./frozen-panel";

/** A panel whose problems and events stay in their places while somebody aims at one; another person's panel shows at once. */
export function useFrozenPanel<P extends Moving>(subjectId: string, panel: P) {
  const { isAiming, end, handlers } = useAiming();
  const shown = useRef({ subjectId, panel });
  const frozen = useMemo(() => {
    const isSame = shown.current.subjectId === subjectId;
    return isAiming && isSame ? frozenPanel(shown.current.panel, panel) : moving(panel);
  }, [isAiming, subjectId, panel]);
  useEffect(() => {
    shown.current = { subjectId, panel: frozen.panel };
  }, [subjectId, frozen]);
  return { ...frozen, showAll: end, handlers };
}
