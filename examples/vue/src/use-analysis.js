import { onScopeDispose, shallowRef, toValue, watchEffect } from "vue";
import { Engine } from "wazaba";

/** What an engine thinks of a position, deeper and deeper; the position may be a ref or a getter. */
export function useAnalysis(fen, movetime = 2000) {
  const engine = shallowRef(null);
  const info = shallowRef(null);

  const creating = Engine.create();
  creating.then((created) => {
    engine.value = created;
  }, console.error);
  onScopeDispose(() => creating.then((created) => created.dispose()).catch(() => {}));

  watchEffect((onCleanup) => {
    const position = toValue(fen);
    if (engine.value === null) return;
    info.value = null;
    engine.value.position(position);
    const search = engine.value.go({ movetime });
    let isWanted = true;
    onCleanup(() => {
      isWanted = false;
      search.stop();
    });
    const read = async () => {
      for await (const told of search) if (isWanted && told.type === "depth") info.value = told;
    };
    read().catch((error) => isWanted && console.error(error));
  });

  return info;
}
