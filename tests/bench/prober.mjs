/** Asks an address again and again, each time over a new connection, and posts how many milliseconds each answer took. */
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const ask = () =>
  new Promise((resolve, reject) => {
    const asked = request(workerData, { agent: false }, (response) => response.resume().once("end", () => resolve(response.statusCode)));
    asked.once("error", reject).end();
  });

for (;;) {
  const begun = performance.now();
  const status = await ask();
  if (status !== 200) throw new Error(`${workerData} answered ${status}.`);
  parentPort.postMessage(performance.now() - begun);
  await pause(5);
}
