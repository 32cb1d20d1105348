/**
 * Lines come first: the longest mate search before an analysis, milliseconds. By default it takes a fifth of the time for the move,
 * which is many seconds in an analysis of minutes.
 */
export const MATE_SEARCH_TIME = 250;
