/** A worker's check of jobs, without a worker: jobs come from a queue that strangers may write to. */

import { expect, test } from "vitest";
import { checkJob } from "../../src/cluster/message";
import { engineJob, epdJob, perftJob, strangeJobs } from "../support/cluster/strange-jobs";

const WORKER = { build: "1", engines: new Set(["known"]), commandOf: () => [] };
const AMAZONS = '{ "id": "amazons", "pieces": { "queen": "QN" } }';

test.each<[what: string, job: object]>([
  ["perft", perftJob("1")],
  ["a suite's position", epdJob("1")],
  ["a variant that it defines", { ...perftJob("1", { variant: "amazons" }), games: [AMAZONS] }],
  ["an engine that is known", engineJob("1", "known", [["Style", "Risky"], ["Clear Hash"]])],
])("%s is accepted", (_what, job) => {
  expect(checkJob(JSON.parse(JSON.stringify(job)), WORKER).index).toBe(0);
});

test.each(strangeJobs("1"))("%s is rejected", (what, job, reason) => {
  // Only whoever sets the position up finds out that it is impossible, or a move illegal.
  if (what === "a bad FEN" || what === "an illegal move") {
    expect(() => checkJob(job, WORKER)).not.toThrow();
  } else {
    expect(() => checkJob(job, WORKER)).toThrow(expect.objectContaining({ message: expect.stringMatching(reason) }));
  }
});
