import { Prisma, type PrismaClient } from "@/lib/platform/db/client/client";
import { read, write } from "./route";

type Row = Record<string, unknown>;

/** The client of a distributed database: its raw statements run where the rows of their workspace are. */
export function routed(client: PrismaClient): PrismaClient {
  const unsafe =
    <Result>(run: (args: never) => Promise<unknown>) =>
    (text: string, values: unknown[]) =>
      run([text, ...values] as never) as Promise<Result>;
  const tagged =
    <Result>(run: (args: never) => Promise<unknown>) =>
    (text: string, values: unknown[]) =>
      run(new Prisma.Sql(text.split(/\$\d+/), values) as never) as Promise<Result>;
  const look = (text: string, values: unknown[]) => client.$queryRawUnsafe<Row[]>(text, ...values);

  return client.$extends({
    query: {
      $queryRawUnsafe: ({ args: [text, ...values], query }) => read(text, values, unsafe<Row[]>(query)),
      $executeRawUnsafe: ({ args: [text, ...values], query }) => write(text, values, unsafe<number>(query), look),
      $queryRaw: ({ args, query }) => read(args.text, args.values, tagged<Row[]>(query)),
      $executeRaw: ({ args, query }) => write(args.text, args.values, tagged<number>(query), look),
    },
  }) as unknown as PrismaClient;
}
