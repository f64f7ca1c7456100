export const rounds = Number(process.env["ROUNDS"] ?? 3);
export const amount = Number(process.env["AMOUNT"] ?? 6_000);
export const connections = 64;
/** Clients that connect at once. */
export const newClients = 128;

export const say = (line: string): boolean => process.stdout.write(`${line}\n`);
export const round = (value: number, digits = 2): string => value.toFixed(digits);
