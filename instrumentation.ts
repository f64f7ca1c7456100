/** Runs once when the server starts; a failure is told to the front door, which says why and stops. */
export async function register(): Promise<void> {
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return;
  const front = (globalThis as unknown as Record<symbol, { started(): void; failed(error: unknown): void } | undefined>)[
    Symbol.for("beside.front")
  ];
  try {
    const { start } = await import("@/lib/ops/start");
    await start();
    front?.started();
  } catch (error) {
    if (!front) throw error;
    front.failed(error);
  }
}
