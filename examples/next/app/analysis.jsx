"use client";

import { useEffect, useRef, useState } from "react";
import { Engine } from "wazaba";
import "wazaba/element";

/** An engine for the component's life, and what it thinks of the position that is shown. */
export function Analysis({ fens }) {
  const [ply, setPly] = useState(0);
  const [engine, setEngine] = useState(null);
  const [text, setText] = useState("…");
  const [depth, setDepth] = useState(0);
  const search = useRef(null);

  useEffect(() => {
    let isWanted = true;
    const creating = Engine.create();
    creating.then(
      (engine) => isWanted && setEngine(engine),
      ({ message }) => setText(message),
    );
    // While one develops, Strict Mode mounts everything twice: it makes two engines and ends one.
    return () => {
      isWanted = false;
      setEngine(null);
      creating.then((engine) => engine.dispose()).catch(() => {});
    };
  }, []);

  useEffect(() => {
    if (engine === null) return;
    setText("…");
    engine.position(fens[ply]);
    const own = engine.go();
    search.current = own;
    const read = async () => {
      for await (const info of own) {
        if (search.current === own && info.type === "depth")
          setText(`depth ${info.depth}: ${info.san.slice(0, 6).join(" ")}`);
      }
      const { move } = await own.result;
      if (search.current === own) setText(`best is ${move}, says ${engine.core}`);
    };
    read().catch(({ message }) => search.current === own && setText(message));
    return () => {
      search.current = null;
      own.stop();
    };
  }, [engine, fens, ply]);

  return (
    <>
      <button type="button" disabled={ply === fens.length - 1} onClick={() => setPly(ply + 1)}>
        Next move
      </button>
      <button type="button" onClick={() => search.current?.stop()}>
        Stop
      </button>
      <h2>The engine</h2>
      <p id="hook">{text}</p>
      <h2>The element</h2>
      <wazaba-analysis fen={fens[ply]} auto="" onwazaba-info={({ detail }) => setDepth(detail.depth)} />
      <p id="element">depth {depth}</p>
    </>
  );
}
