/** `wazaba/svelte`: a store of the analysis of a position, as long as somebody subscribes to it. */

import { type Readable, readable } from "svelte/store";
import { type Analysis, type AnalysisOptions, analyse, type Position } from "../index";
import { isServer, NO_ANALYSIS } from "./analysis";

type Analysed = Position | string | null;

/**
 * The analysis of a position, iteration by iteration, as a store. It ends with the last subscription, and begins again with another
 * position. All stores share their engines; on a server nothing is searched.
 *
 * @param position a position of any variant, or a FEN; null for none. A value or a store; Svelte makes one of runes by toStore
 * @param options when the search ends, `multiPv`, `elo`, `signal`, `pool`. @default a second
 * @example const analysis = useAnalysis(fen, { movetime: 5000 }); // $analysis.info?.san
 */
export function useAnalysis(
  position: Readable<Analysed> | Analysed,
  options: AnalysisOptions = {},
): Readable<Analysis> {
  return readable(NO_ANALYSIS, (set) => {
    let end = () => {};
    const begin = (current: Analysed) => {
      end();
      set(NO_ANALYSIS);
      end = current === null || isServer() ? () => {} : analyse(current, options, set);
    };
    let leave = () => {};
    if (typeof position === "object" && position !== null && "subscribe" in position) leave = position.subscribe(begin);
    else begin(position);
    return () => {
      leave();
      end();
    };
  });
}
