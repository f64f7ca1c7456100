import { v7, validate, version } from "uuid";

/** UUIDv7: grows with time, so that new rows land at the end of their index. */
export const newId = (): string => v7();

export const isId = (text: string): boolean => validate(text) && version(text) === 7;
