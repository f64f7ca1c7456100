import { cookies, headers } from "next/headers";
import { pathHeader } from "@/lib/http/path-header";
import { type Theme, themeCookie, themeOf } from "@/lib/kernel/theme";
import { isReserved } from "@/lib/workspace/workspaces/reserved";

/** The screens of a workspace, but not what other websites show in a frame, nor the pages before the sign-in. */
function isDesk(path: string): boolean {
  const [first = "", second] = new URL(path, "http://here.invalid").pathname.split("/").slice(1);
  return first !== "" && !isReserved(first) && second !== "embed";
}

/** The theme that was chosen in this browser; null for the system's. */
export async function requestedTheme(): Promise<Theme | null> {
  const path = (await headers()).get(pathHeader) ?? "/";
  return isDesk(path) ? themeOf((await cookies()).get(themeCookie)?.value) : null;
}
