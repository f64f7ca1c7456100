import { defer } from "./deferred-key";
import { commandsNow } from "./registry";

/** Runs a command as its key does, also one that is still loading. */
export function runCommand(id: string): void {
  const command = commandsNow().findLast((one) => one.id === id);
  if (command) command.run();
  else defer(() => runCommand(id));
}
