import build from "../build";
import { startShared } from "./shared";

/** Builds the product, and starts the cluster that the tests of the API and the screens share. */
export default async function setup(): Promise<() => Promise<void>> {
  build();
  return startShared();
}
