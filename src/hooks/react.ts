/** `wazaba/react`: a hook that analyses a position as long as its component is mounted. */

import { useEffect, useState } from "react";
import { type Analysis, type AnalysisOptions, analyse, type Position } from "../index";
import { NO_ANALYSIS } from "./analysis";

/**
 * The analysis of a position, iteration by iteration. It ends when the component unmounts, and begins again with another position or
 * other options, which are compared by their contents. All components share their engines; on a server nothing is searched.
 *
 * @param position a position of any variant, or a FEN; null for none
 * @param options when the search ends, `multiPv`, `elo`, `signal`, `pool`. @default a second
 * @example
 * const { info, result, error } = useAnalysis(fen, { movetime: 5000, multiPv: 3 });
 * return <p>{error?.message ?? info?.san.join(" ")}</p>;
 */
export function useAnalysis(position: Position | string | null, options: AnalysisOptions = {}): Analysis {
  const { pool, signal, ...limits } = options;
  const key = JSON.stringify([position, limits]);
  const [found, setFound] = useState({ key: "", analysis: NO_ANALYSIS });
  // The key has the position and the limits.
  useEffect(() => {
    return position === null ? undefined : analyse(position, options, (analysis) => setFound({ key, analysis }));
  }, [key, pool, signal]);
  // Not what is known about the position before.
  return found.key === key ? found.analysis : NO_ANALYSIS;
}
