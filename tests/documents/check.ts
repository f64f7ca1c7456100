/** Part of `npm run check`: the description of the API in the repository is the one of the contracts, and says what breaks clients. */
import { problems } from "./openapi";

const found = problems();
for (const problem of found) process.stdout.write(`${problem}\n`);
process.exit(found.length > 0 ? 1 : 0);
