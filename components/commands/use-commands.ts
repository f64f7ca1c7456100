import { useEffect, useState } from "react";
import { type Command, removeCommands, setCommands } from "./registry";

/** Registers commands while mounted. The latest wins for the same keys. */
export function useCommands(commands: Command[]): void {
  const [slot] = useState(() => ({}));
  // After every render, as what a command does may have changed; nothing renders because of it.
  useEffect(() => setCommands(slot, commands));
  useEffect(() => () => removeCommands(slot), [slot]);
}
