import { useEffect, useState } from "react";

const tickMs = 15_000;

/** Whether a moment is longer ago than `ms`. */
export function useLongerAgo(at: string | undefined, ms: number): boolean {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return at !== undefined && now - Date.parse(at) > ms;
}
