import { useEffect, useEffectEvent, useState } from "react";

/** How browsers name the type of what is dragged when it is a file. */
const fileType = /^Files$/;
const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.some((type) => fileType.test(type)) === true;

/**
 * Takes files that are dropped anywhere on the page, which the browser would open instead of the page. Returns whether some are
 * being dragged over it.
 */
export function useDroppedFiles(onFiles: ((files: File[]) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((files: File[]) => onFiles?.(files));
  const isWanted = useEffectEvent(() => onFiles !== undefined);

  useEffect(() => {
    function dragOver(event: DragEvent) {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = isWanted() ? "copy" : "none";
      setOver(isWanted());
    }
    function dragLeave(event: DragEvent) {
      if (event.relatedTarget === null) setOver(false);
    }
    function drop(event: DragEvent) {
      setOver(false);
      if (!holdsFiles(event)) return;
      event.preventDefault();
      take([...(event.dataTransfer?.files ?? [])]);
    }
    const left = new AbortController();
    document.addEventListener("dragover", dragOver, left);
    document.addEventListener("dragleave", dragLeave, left);
    document.addEventListener("drop", drop, left);
    return () => left.abort();
  }, []);

  return isOver;
}
