/** `wazaba/vue`: a composable that analyses a position as long as its scope lives. */

import { type MaybeRefOrGetter, type ShallowRef, shallowRef, toValue, watchEffect } from "vue";
import { type Analysis, type AnalysisOptions, analyse, type Position } from "../index";
import { isServer, NO_ANALYSIS } from "./analysis";

/**
 * The analysis of a position, iteration by iteration. It ends with the scope of the component, and begins again with another position
 * or other options. All components share their engines; on a server nothing is searched.
 *
 * @param position a position of any variant, or a FEN; null for none. A value, a ref or a getter
 * @param options when the search ends, `multiPv`, `elo`, `signal`, `pool`. @default a second
 * @example const analysis = useAnalysis(() => props.fen, { movetime: 5000 }); // analysis.value.info?.san
 */
export function useAnalysis(
  position: MaybeRefOrGetter<Position | string | null>,
  options: MaybeRefOrGetter<AnalysisOptions> = {},
): Readonly<ShallowRef<Analysis>> {
  const analysis = shallowRef(NO_ANALYSIS);
  watchEffect((onCleanup) => {
    const current = toValue(position);
    const limits = toValue(options);
    analysis.value = NO_ANALYSIS;
    if (current === null || isServer()) return;
    onCleanup(
      analyse(current, limits, (next) => {
        analysis.value = next;
      }),
    );
  });
  return analysis;
}
