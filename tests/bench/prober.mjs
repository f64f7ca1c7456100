/** Requests an address repeatedly, each time over a new connection, and posts the milliseconds of each reply. */
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const probe = () =>
  new Promise((resolve, reject) => {
    const sent = request(workerData, { agent: false }, (response) => response.resume().once("end", () => resolve(response.statusCode)));
    sent.once("error", reject).end();
  });

for (;;) {
  const begun = performance.now();
  const status = await probe();
  if (status !== 200) throw new Error(`${workerData} answered ${status}.`);
  parentPort.postMessage(performance.now() - begun);
  await pause(5);
}
