import { Embedded } from "@/lib/platform/db/embedded";
import { expect } from "./expect";
import { type Reply, send } from "./fixtures";
import { type Running, startedFolder } from "./server";

/** A folder whose database runs `body` for each event before the insert. */
export async function folderWith(body: string, before = ""): Promise<string> {
  const dataDir = startedFolder();
  const embedded = await Embedded.open(dataDir);
  await embedded.query(`${before};
    create function at_event() returns trigger language plpgsql as $$ declare n int := 0; begin ${body} return new; end $$;
    create trigger at_event before insert on event for each row execute function at_event()`);
  await embedded.close();
  return dataDir;
}

/** Some seconds of work in one statement, for events named Slow. */
export const slow = "if new.event = 'Slow' then for i in 1..40000000 loop n := n + 1; end loop; end if;";

/** Whether the database is running a statement that all other queries wait for. */
export const isBusy = async ({ url }: Running): Promise<boolean> =>
  (await send(`${url}/api/ready`)).text.includes("did not answer within a second");

/** For `nodeArgs`: SIGUSR2 ends the thread of the database. */
export const killable = ["--import", "./tests/support/worker-killer.mjs"];
export const killDatabase = ({ pid }: Running) => process.kill(pid, "SIGUSR2");

/** The answer to an event named Slow, in the middle of which the database's thread dies; its folder needs `slow`. */
export async function killedInEvent(server: Running, post: (event: string) => Promise<Reply>): Promise<Reply> {
  const posted = post("Slow");
  await expect.poll(() => isBusy(server)).toBe(true);
  killDatabase(server);
  return posted;
}
