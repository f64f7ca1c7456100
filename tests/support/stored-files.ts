import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What each file of a data folder's store has. One that goes in this moment is left out. */
export function filesIn(dataDir: string): string[] {
  return readdirSync(join(dataDir, "files"), { recursive: true, withFileTypes: true }).flatMap((entry) => {
    try {
      return entry.isFile() ? [readFileSync(join(entry.parentPath, entry.name), "latin1")] : [];
    } catch {
      return [];
    }
  });
}
