/** Runs of jobs on the pool of this process: order, ends, failures, and that only plain data travels. */

import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { JobKind } from "../../src/jobs/job";
import { LocalPool } from "../../src/jobs/pool";
import { type Run, runJobs } from "../../src/jobs/run";

/** A job that waits, milliseconds, then says its index; `fail` throws instead. */
interface Wait {
  readonly ms: number;
  readonly fail?: boolean;
}

/** Workers that note what becomes of them. */
function waiting() {
  const seen: string[] = [];
  let workers = 0;
  const kind: JobKind<object, Wait, number> = {
    name: "wait",
    worker: () => {
      const name = String.fromCharCode(97 + workers++);
      let isClosed = false;
      return {
        open: async () => void seen.push(`open ${name}`),
        close: async () => {
          if (!isClosed) seen.push(`close ${name}`);
          isClosed = true;
        },
        run: async ({ ms, fail }, index) => {
          await wait(ms);
          if (isClosed) throw new Error("closed");
          if (fail) throw new Error(`job ${index} failed`);
          return index;
        },
      };
    },
  };
  return { kind, seen };
}

async function run(
  jobs: readonly Wait[],
  size: number,
  changes: Partial<Run<object, Wait, number>> = {},
  signal?: AbortSignal,
) {
  const { kind, seen } = waiting();
  const results: number[] = [];
  const asked: number[] = [];
  const whole: Run<object, Wait, number> = {
    kind,
    setup: {},
    from: 0,
    to: jobs.length,
    params: (index) => {
      asked.push(index);
      return jobs[index];
    },
    onResult: (result) => {
      results.push(result);
      return false;
    },
    ...changes,
  };
  const failure = await runJobs(whole, new LocalPool(size), signal ?? new AbortController().signal).catch(String);
  return { results, asked, seen, failure };
}

/** The earlier a job, the longer it takes. */
const LATE_FIRST = [60, 40, 20, 0, 0].map((ms) => ({ ms }));

describe("a run", () => {
  test.each([1, 2, 3, 9])("hands results on in the order of its jobs, %i at the same time", async (size) => {
    const { results, asked, seen, failure } = await run(LATE_FIRST, size);
    expect({ results, asked, failure }).toEqual({
      results: [0, 1, 2, 3, 4],
      asked: [0, 1, 2, 3, 4],
      failure: undefined,
    });
    const workers = Math.min(size, LATE_FIRST.length);
    expect(seen.filter((what) => what.startsWith("open"))).toHaveLength(workers);
    expect(seen.filter((what) => what.startsWith("close"))).toHaveLength(workers);
  });

  test("goes on from where it was", async () => {
    expect(await run(LATE_FIRST, 2, { from: 3 })).toMatchObject({ results: [3, 4], asked: [3, 4] });
    expect(await run(LATE_FIRST, 2, { from: 5 })).toEqual({ results: [], asked: [], seen: [], failure: undefined });
  });

  test("ends when there are enough, without a gap in its results", async () => {
    const results: number[] = [];
    const onResult = (result: number) => results.push(result) === 2;
    const { failure } = await run(LATE_FIRST, 3, { onResult });
    expect({ results, failure }).toEqual({ results: [0, 1], failure: undefined });
  });

  test("ends at a signal, which is no error, before it and in the midst of it", async () => {
    expect(await run(LATE_FIRST, 2, {}, AbortSignal.abort())).toMatchObject({ results: [], failure: undefined });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    const { results, failure, seen } = await run([{ ms: 0 }, { ms: 60 }, { ms: 0 }], 1, {}, controller.signal);
    expect({ results, failure }).toEqual({ results: [0], failure: undefined });
    expect(seen).toEqual(["open a", "close a"]);
  });

  test.each<[string, readonly Wait[], Partial<Run<object, Wait, number>>, RegExp]>([
    ["a job fails", [{ ms: 0 }, { ms: 0, fail: true }, { ms: 50 }], {}, /job 1 failed/],
    ["there are no parameters", [{ ms: 0 }], { params: () => Promise.reject(new Error("no opening")) }, /no opening/],
    [
      "a result cannot be kept",
      [{ ms: 0 }],
      {
        onResult: () => {
          throw new Error("disk full");
        },
      },
      /disk full/,
    ],
  ])("fails when %s, and leaves no worker behind", async (_, jobs, changes, message) => {
    const { failure, seen } = await run(jobs, 2, changes);
    expect(failure).toMatch(message);
    const opened = seen.filter((what) => what.startsWith("open")).length;
    expect(seen.filter((what) => what.startsWith("close")).length).toBeGreaterThanOrEqual(opened);
  });

  test("sends nothing but plain data", async () => {
    const received: unknown[] = [];
    const kind: JobKind<unknown, unknown, unknown> = {
      name: "echo",
      worker: (setup) => ({
        open: async () => void received.push(setup),
        close: async () => {},
        run: async (params) => {
          received.push(params);
          return new Map([["lost", 1]]);
        },
      }),
    };
    const results: unknown[] = [];
    await runJobs(
      {
        kind,
        setup: { when: new Date(0), work: () => 1 },
        from: 0,
        to: 1,
        params: () => ({ numbers: new Set([1]), text: "kept" }),
        onResult: (result) => results.push(result) === 0,
      },
      new LocalPool(1),
      new AbortController().signal,
    );
    expect(received).toEqual([{ when: "1970-01-01T00:00:00.000Z" }, { numbers: {}, text: "kept" }]);
    expect(results).toEqual([{}]);
  });
});
