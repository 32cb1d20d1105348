/** Engines whose searches run on several machines: each machine is a process here. */

import { Client } from "../clients/client";
import { type Command, startWorker } from "./cluster";
import type { RedisServer } from "./redis";

/** The limit for all machines to join, milliseconds: engines start, on a busy machine. */
const PATIENCE = 60_000;

/** An engine that is connected to its Redis and reports what it does. */
export async function startEngine(redis: RedisServer, args: readonly string[] = []): Promise<Client> {
  const engine = new Client(["--cluster", redis.url, ...args]);
  engine.send("debug on", "uci");
  await engine.until(/^info string cluster: connected to /, PATIENCE);
  return engine;
}

/** Workers that join searches. */
export function startSearchers(redis: RedisServer, count: number): Promise<Command[]> {
  return Promise.all(Array.from({ length: count }, () => startWorker(redis, ["--hash", "8"])));
}

/** Starts an infinite search and waits until this many machines take part. */
export async function gather(engine: Client, machines: number, position = "startpos"): Promise<void> {
  engine.send(`position ${position}`, "go infinite");
  await untilMachines(engine, machines);
}

/** Waits until this many machines take part in the current search. */
export async function untilMachines(engine: Client, machines: number): Promise<void> {
  const last = performance.now() + PATIENCE;
  for (;;) {
    const { line } = await engine.until(/^info string cluster: \d+ machines, /, PATIENCE);
    if (line.startsWith(`info string cluster: ${machines} machines, `)) return;
    if (performance.now() > last) throw new Error(`${machines} machines never came together, but ${line}`);
  }
}

/** Stops the current search; returns the latency of the answer, milliseconds. */
export async function stop(engine: Client, command = "stop"): Promise<number> {
  const told = performance.now();
  engine.send(command);
  await engine.until(/^bestmove [a-h]/);
  return performance.now() - told;
}
