import { randomInt } from "node:crypto";
import { newToken, openWebsite } from "../../../support/visitor";
import type { Shot } from "../attack";
import { jsonCall } from "../call";
import { largeWebhooks } from "../effects";
import { mixed, reads } from "../probes";
import type { Row } from "../row";
import { perSecondOfKey, put } from "./shots";

const [frames, people] = [1_000, 40];

export const manyFrames: Row = {
  name: "7",
  does: `${frames.toLocaleString("en")} frames of people who do not exist, and ${perSecondOfKey} PUTs of contacts a second`,
  probe: reads,
  prepare: async (_, target) => {
    const { team } = target;
    const shots: Shot[] = [];
    for (let at = 0; at < people; at += 1) {
      const userId = `nobody_${at}`;
      const { body } = await team.api("POST", "/embed-tokens", { body: { userId } });
      const headers = { authorization: `Bearer ${String(body["token"])}` };
      shots.push({ ...jsonCall("GET", `/api/embed/${team.workspace}/stream?${new URLSearchParams({ userId })}`, headers), expects: 200 });
    }
    return {
      patterns: [
        { kind: "streams", count: frames, shots, isWork: false },
        { kind: "steady", perSecond: perSecondOfKey, shots: [put(target, "somebody", { name: "Somebody {n}" })], isWork: true },
      ],
    };
  },
};

const mebibyte = 1024 * 1024;
const addresses = ["198.51.100.1", "198.51.100.2", "198.51.100.3"];

export const slowBodies: Row = {
  name: "8",
  does: "thirty sockets at each instance, from three addresses: each declares 10 MB, and sends a byte every 5 s",
  probe: largeWebhooks,
  prepare: async (_, { team }) => {
    await openWebsite(team);
    const path = `/api/widget/${team.workspace}/attachments`;
    const headers = { authorization: `Bearer ${newToken()}`, origin: team.url, "x-file-name": "photo.png", "content-type": "image/png" };
    return { patterns: [{ kind: "slow bodies", path, headers, addresses, countEach: 10, bytes: 10 * mebibyte, isWork: false }] };
  },
};

const imagesPerSecond = 30;

export const images: Row = {
  name: "9",
  does: `a stranger asks for an image to be made smaller, in ever new spellings, ${imagesPerSecond} times a second`,
  probe: mixed,
  prepare: () => {
    const salt = randomInt(1_000_000);
    const path = `/_next/image?url=%2Fx${salt}-{n}%2F..%2Fapple-icon.png&w=640&q=75`;
    const shots: Shot[] = [{ method: "GET", path, headers: { accept: "image/webp,*/*" }, expects: 404 }];
    return Promise.resolve({ patterns: [{ kind: "steady", perSecond: imagesPerSecond, shots, isWork: false }] });
  },
};
