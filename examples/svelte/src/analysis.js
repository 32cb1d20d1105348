import { readable } from "svelte/store";
import { Engine } from "wazaba";

/**
 * A store of what an engine thinks, deeper and deeper; null until it knows. The engine lives as long as somebody subscribes.
 *
 * @param fen a store of positions
 */
export function analysisOf(fen, movetime = 2000) {
  return readable(null, (set) => {
    const creating = Engine.create();
    let search = null;
    let unsubscribe = () => {};
    let isOver = false;

    async function analyse(engine, position) {
      set(null);
      engine.position(position);
      const own = engine.go({ movetime });
      search = own;
      for await (const info of own) if (search === own && info.type === "depth") set(info);
    }

    creating
      .then((engine) => {
        if (isOver) return;
        unsubscribe = fen.subscribe((position) => {
          analyse(engine, position).catch((error) => isOver || console.error(error));
        });
      })
      .catch(console.error);

    return () => {
      isOver = true;
      search = null;
      unsubscribe();
      creating.then((engine) => engine.dispose()).catch(() => {});
    };
  });
}
