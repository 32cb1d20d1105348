import { useEffect, useState } from "react";
import { type DepthInfo, Engine } from "wazaba";

/**
 * What an engine thinks of a position, deeper and deeper: null until it knows, and again when the position changes.
 *
 * The engine lives as long as the component; Strict Mode, which mounts everything twice, makes two and ends one.
 */
export function useAnalysis(fen: string, movetime = 2000): DepthInfo | null {
  const [engine, setEngine] = useState<Engine | null>(null);
  const [info, setInfo] = useState<DepthInfo | null>(null);

  useEffect(() => {
    let isWanted = true;
    const creating = Engine.create();
    creating.then((engine) => isWanted && setEngine(engine), console.error);
    return () => {
      isWanted = false;
      setEngine(null);
      creating.then((engine) => engine.dispose()).catch(() => {});
    };
  }, []);

  useEffect(() => {
    if (engine === null) return;
    setInfo(null);
    engine.position(fen);
    const search = engine.go({ movetime });
    let isWanted = true;
    const read = async () => {
      for await (const info of search) if (isWanted && info.type === "depth") setInfo(info);
    };
    read().catch((error) => isWanted && console.error(error));
    return () => {
      isWanted = false;
      search.stop();
    };
  }, [engine, fen, movetime]);

  return info;
}
