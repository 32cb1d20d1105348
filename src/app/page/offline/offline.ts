/**
 * Offline play: registers the service worker, which keeps the page's files, and announces a new version. Where there can be no service
 * worker (no secure context, private windows of some browsers) nothing of this is seen.
 */

import { CHESS } from "../../../chess/variants/games";
import { sameLaws, type Variant } from "../../../chess/variants/variant";
import type { CoreName } from "../../../engine/core/core";
import { FILES } from "../../../engine/core/files";
import { netNameOf } from "../../../engine/net/nets";
import type { GameRecord } from "../../play/record";
import { numberText } from "../../play/text";
import { find } from "../shell/dom";
import { t } from "../shell/language";
import type { Kept, OfflineRequest } from "./offline-messages";

/** How often a page that stays open looks for a new version, milliseconds. */
const HOUR = 3_600_000;

/** The version of this page: of all its files. */
const VERSION = document.querySelector<HTMLMetaElement>("meta[name=version]")?.content;

/** Keeps the page, and each game that is played from now on. @param core that the page plays with */
export async function setUpOffline(record: GameRecord, core: CoreName): Promise<void> {
  const { serviceWorker: container } = navigator;
  if (container === undefined || VERSION === undefined) return;
  const played = new Set(filesOf(record.variant, core));
  // Another tab may have changed the version.
  container.addEventListener("controllerchange", () => reloadIfOther(container.controller));
  const registration = await container.register("service-worker.js", { updateViaCache: "none" });
  setInterval(() => registration.update().catch(() => {}), HOUR);
  watch(registration);
  const keep = async (names?: readonly string[]) => {
    const { active } = registration;
    if (active !== null) show(await ask(active, names));
  };
  record.changed.listen((change) => {
    if (change !== "game") return;
    for (const name of filesOf(record.variant, core)) played.add(name);
    keep([...played]);
  });
  await container.ready;
  await reloadIfOther(container.controller);
  const all = find("keep-all", HTMLButtonElement);
  all.addEventListener("click", async () => {
    all.disabled = true;
    await keep();
    all.disabled = false;
  });
  await keep([...played]);
  document.body.dataset.offline = "";
}

/** The files that a game needs besides what is kept at the first visit. */
function filesOf(variant: Variant, core: CoreName): string[] {
  const build = sameLaws(variant.laws, CHESS.laws) ? "chess" : "variants";
  return [FILES[core][build], netNameOf(variant)].filter((name) => name !== null);
}

/** Announces a new version that is waiting, now or later. */
function watch(registration: ServiceWorkerRegistration): void {
  const toast = find("update", HTMLElement);
  const announce = () => {
    toast.hidden = registration.waiting === null || registration.active === null;
  };
  announce();
  registration.addEventListener("updatefound", () =>
    registration.installing?.addEventListener("statechange", announce),
  );
  find("update-now", HTMLButtonElement).addEventListener("click", () => {
    toast.hidden = true;
    const request: OfflineRequest = { type: "take over" };
    if (registration.waiting === null) location.reload();
    else registration.waiting.postMessage(request);
  });
}

/** Files of two versions are never mixed: with another version's service worker, the page becomes that version's. Games outlast it. */
async function reloadIfOther(worker: ServiceWorker | null): Promise<void> {
  if (worker !== null && (await ask(worker, [])).version !== VERSION) location.reload();
}

/** Has files kept, all if they are not named. */
function ask(worker: ServiceWorker, names?: readonly string[]): Promise<Kept> {
  const request: OfflineRequest = names === undefined ? { type: "keep" } : { type: "keep", names };
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<Kept>) => {
      port1.close();
      resolve(data);
    };
    worker.postMessage(request, [port2]);
  });
}

function show({ missing }: Kept): void {
  const isAll = missing === 0;
  find("offline", HTMLElement).hidden = false;
  find("offline-state", HTMLElement).textContent = isAll
    ? t("The page works offline, with all its games.")
    : t("The page works offline: chess, and the games that were played here.");
  const button = find("keep-all", HTMLButtonElement);
  button.hidden = isAll;
  button.textContent = t("Keep all games for offline play ({size} MB)", { size: numberText(missing / 1e6, 1) });
}
