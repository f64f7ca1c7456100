import { runtime } from "@/lib/platform/runtime";

/** Runs once when the server starts; a failure is passed to server.mjs, which prints the reason and stops. */
export async function register(): Promise<void> {
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return;
  const { startup } = runtime;
  try {
    const { start } = await import("@/lib/ops/start");
    await start();
    startup?.succeeded();
  } catch (error) {
    if (!startup) throw error;
    startup.failed(error);
  }
}
