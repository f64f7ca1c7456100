import { AppError } from "./errors";

/** An item of a batch: the work that it asks for, or the error that it is refused with before the database is asked. */
export type Asked<Job> = Job | AppError;

/** What `jobOf` makes of an item, or how it refuses it. */
export function asked<Job>(jobOf: () => Job): Asked<Job> {
  try {
    return jobOf();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

export const jobsIn = <Job>(all: readonly Asked<Job>[]): Job[] => all.flatMap((one) => (one instanceof AppError ? [] : [one]));

/** The answer of each item, in their order: its error, or what `answerOf` makes of what was done for it. */
export function answersOf<Job, Done, Answer>(
  all: readonly Asked<Job>[],
  done: ReadonlyMap<Job, Done | Error | undefined>,
  answerOf: (job: Job, done: Done | undefined) => Answer,
): (Answer | Error)[] {
  return all.map((one) => {
    if (one instanceof AppError) return one;
    const found = done.get(one);
    if (found instanceof Error) return found;
    try {
      return answerOf(one, found);
    } catch (error) {
      return error as Error;
    }
  });
}

type Together<Job> = {
  max: number;
  /** No two jobs of a group have the same key. */
  keyOf: (job: Job) => string | undefined;
  isAlone?: (job: Job) => boolean;
};

/** Neighbours that may be done together, in their order. */
export function neighbours<Job>(jobs: readonly Job[], { max, keyOf, isAlone = () => false }: Together<Job>): Job[][] {
  const groups: Job[][] = [];
  let keys = new Set<string>();
  for (const job of jobs) {
    const last = groups.at(-1);
    const [first] = last ?? [];
    const key = keyOf(job);
    const isNext = last && first && last.length < max && !isAlone(first) && !isAlone(job) && !(key && keys.has(key));
    if (isNext) last.push(job);
    else {
      groups.push([job]);
      keys = new Set();
    }
    if (key) keys.add(key);
  }
  return groups;
}
