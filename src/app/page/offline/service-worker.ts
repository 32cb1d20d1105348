/**
 * Service worker of the page: keeps its files, so that it plays without a network, and answers with the files of one version
 * alone. What chess needs is kept from the first visit on, everything else from when it is first asked for. Another version waits
 * until the visitor wants it (`offline.ts`), or until the page is closed.
 */

import type { Kept, OfflineRequest } from "./offline-messages";

/** The files of this version, by name; `build/build.mjs` writes them. */
interface Build {
  readonly version: string;
  readonly files: Readonly<Record<string, BuiltFile>>;
}

interface BuiltFile {
  /** The hash of its contents, as in Subresource Integrity. */
  readonly integrity: string;
  /** Bytes. */
  readonly size: number;
  /** Whether it is kept from the first visit on. */
  readonly isFirst: boolean;
}

declare const BUILD: Build;

// TypeScript's library for service workers conflicts with that for pages.
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** The page that is being loaded, of a request for one. */
  readonly resultingClientId: string;
  respondWith(answer: Promise<Response>): void;
}
interface ExtendableMessageEvent extends ExtendableEvent {
  readonly data: OfflineRequest;
  readonly ports: readonly MessagePort[];
}
interface WindowClient {
  readonly id: string;
  readonly url: string;
  navigate(url: string): Promise<unknown>;
}
interface ServiceWorkerEvents {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: ExtendableMessageEvent;
}
interface ServiceWorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void>; matchAll(): Promise<readonly WindowClient[]> };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof ServiceWorkerEvents>(
    type: K,
    listener: (event: ServiceWorkerEvents[K]) => void,
  ): void;
}

const worker = self as unknown as ServiceWorkerScope;

/** The page's folder: a host may have the page several times. */
const FOLDER = worker.registration.scope;
const CACHES = `wazaba ${new URL(FOLDER).pathname} `;
const CACHE = CACHES + BUILD.version;
/** Hosts answer for the folder itself with it; for its name, some send the browser elsewhere. */
const START = "index.html";
/** What a host says of all files: kept with them, so that threads share memory offline as well. */
const HEADERS = ["Cross-Origin-Opener-Policy", "Cross-Origin-Embedder-Policy", "Content-Security-Policy"];
/** How often it is looked, every tenth of a second, whether a page is there: it may have been closed. */
const LOOKS = 100;
/** How long after its last page has gone its cache may come back, milliseconds. */
const AFTERMATH = 1000;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => {
  const { data } = event;
  if (data.type === "take over") event.waitUntil(worker.skipWaiting());
  else event.waitUntil(keepAndTell(data.names ?? Object.keys(BUILD.files), event.ports[0]));
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const name = nameOf(request.url);
  if (request.method !== "GET" || !Object.hasOwn(BUILD.files, name)) return;
  event.respondWith(answer(name));
  if (request.mode === "navigate") event.waitUntil(lookAround(event.resultingClientId));
});

/** Keeps what the first visit needs, and what the version before has kept, in this version: all of it, or nothing. */
async function install(): Promise<void> {
  const names = Object.keys(BUILD.files);
  const kept = new Set(names.filter((name) => BUILD.files[name].isFirst));
  for (const cache of await ownCaches()) {
    for (const { url } of await (await caches.open(cache)).keys()) kept.add(nameOf(url));
  }
  const cache = await caches.open(CACHE);
  await cache.addAll(names.filter((name) => kept.has(name)).map(requestFor));
}

/** No page of another version is open any more, or the visitor wants this one: open pages load it (`offline.ts`). */
async function activate(): Promise<void> {
  for (const name of await ownCaches()) if (name !== CACHE) await caches.delete(name);
  // Not awaited: Firefox claims a page once its workers let it, after the search, and holds back all requests until this is done.
  worker.clients.claim();
}

/** The kept file, or the host's if it is of this version; then it is kept. */
async function answer(name: string): Promise<Response> {
  const kept = await keptFile(name);
  if (kept !== undefined) return kept;
  let response: Response;
  try {
    response = await fetch(requestFor(name));
  } catch (error) {
    // The host may have another version by now.
    worker.registration.update().catch(() => {});
    throw error;
  }
  // There may be no room.
  if (response.ok) await keep(name, response.clone()).catch(() => {});
  return response;
}

function keptFile(name: string): Promise<Response | undefined> {
  return caches.match(addressOf(name), { cacheName: CACHE, ignoreVary: true });
}

async function keep(name: string, response: Response): Promise<void> {
  await (await caches.open(CACHE)).put(addressOf(name), response);
}

async function keepAndTell(names: readonly string[], port: MessagePort): Promise<void> {
  await Promise.all(names.filter((name) => Object.hasOwn(BUILD.files, name)).map(answer)).catch(() => {});
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => nameOf(url)));
  const missing = Object.entries(BUILD.files).filter(([name]) => !kept.has(name));
  const status: Kept = { version: BUILD.version, missing: missing.reduce((sum, [, { size }]) => sum + size, 0) };
  port.postMessage(status);
}

/**
 * This worker goes if another site has come to its address, or if its host sends other headers now.
 *
 * @param asking the page that is being loaded
 */
async function lookAround(asking: string): Promise<void> {
  const kept = await keptFile(START);
  const there = await ask("");
  if (!there?.ok || kept === undefined) return;
  const isSame = (await there.text()) === (await kept.text());
  const isGone = !isSame && !(await hasWorker());
  const isOther = HEADERS.some((name) => there.headers.get(name) !== kept.headers.get(name));
  if (!isGone && !(isSame && isOther)) return;
  const pages = isGone ? await pagesWith(asking) : [];
  if (isGone) await forgetAll();
  await worker.registration.unregister();
  if (!isGone) return;
  // With its fragment, the address would be the one that the page is at already.
  for (const page of pages) await page.navigate(page.url.replace(/#.*/s, "")).catch(() => {});
  // Until a page is gone Chromium may create an empty cache again: for its compiled scripts, it seems, since nobody here does.
  await pause(AFTERMATH);
  await forgetAll();
}

async function forgetAll(): Promise<void> {
  for (const name of await ownCaches()) await caches.delete(name);
}

/** The open pages of this worker. One that is being loaded can be sent elsewhere only when it is among them. */
async function pagesWith(asking: string): Promise<readonly WindowClient[]> {
  for (let tries = 0; ; tries++) {
    const pages = await worker.clients.matchAll();
    if (tries === LOOKS || pages.some(({ id }) => id === asking)) return pages;
    await pause(100);
  }
}

/** Whether the host still has a service worker here. Some hosts answer for what they lack with a page. */
async function hasWorker(): Promise<boolean> {
  const script = await ask("service-worker.js");
  // Offline again: nobody knows.
  if (script === null) return true;
  return script.ok && /javascript/.test(script.headers.get("Content-Type") ?? "");
}

/** The host's current answer; null if there is none. What the browser has would keep headers that the host has given up. */
function ask(path: string): Promise<Response | null> {
  return fetch(new URL(path, FOLDER), { cache: "reload" }).catch(() => null);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function ownCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(CACHES));
}

/** The name of a file by its address; of the folder itself that of the start page. */
function nameOf(address: string): string {
  const { href } = new URL(address.replace(/[?#].*$/s, ""));
  return href.startsWith(FOLDER) ? href.slice(FOLDER.length) || START : "";
}

function addressOf(name: string): string {
  return new URL(name === START ? "" : name, FOLDER).href;
}

/** Asks the host, which may say that the browser's copy still is right; any other contents are refused. */
function requestFor(name: string): Request {
  return new Request(addressOf(name), { integrity: BUILD.files[name].integrity, cache: "no-cache" });
}
