import { randomInt } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

// Argon2id with the parameters that OWASP names first: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password.normalize("NFKC"), cost);

export const isPassword = (password: string, hashed: string): Promise<boolean> => verify(hashed, password.normalize("NFKC"));

// Letters that are not mistaken for each other when read aloud.
const letters = "abcdefghjkmnpqrstuvwxyz23456789";

/** For the demo, which prints it: 16 letters in fours, about 79 bits. */
export const newPassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("")).join("-");
