import { Row } from "../platform";

/** What men are worth in an exchange, in centipawns, by slot. The king's price is that of the game. */
const EXCHANGE_VALUES: Row = [100, 320, 330, 500, 950, 20000];

export function exchangeValue(slot: i32): i32 {
  return unchecked(EXCHANGE_VALUES[slot]);
}
