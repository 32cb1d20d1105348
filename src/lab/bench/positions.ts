/** The bench positions of orthodox chess, and their search depth. */

/** The bench's search depth, plies: a few seconds with the WebAssembly core. */
export const BENCH_DEPTH = 11;

/**
 * The positions that the fixed bench searches, always in this order, as six-field FENs.
 *
 * The sum of their node counts is the signature of the search: change a position, or the order, and it changes.
 * Selected for Wazaba: openings from common lines; middlegames, checks and the mate from engine games played for Wazaba and from
 * six games of chess programs, 1986 to 2007; endings and promotions composed. The game is not over in any of them.
 */
export const BENCH_POSITIONS: readonly string[] = [
  // Openings: the start position and common lines
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N2/PP1P1PPP/RNBQR1K1 w - - 1 9",
  "rn1qkb1r/1p3ppp/p2pbn2/4p3/4P3/1NN1BP2/PPP3PP/R2QKB1R b KQkq - 0 8",
  "rnbqk2r/pp2nppp/4p3/2ppP3/3P4/P1P5/2P2PPP/R1BQKBNR w KQkq - 1 7",
  "r2qkbnr/pp1nppp1/2p3bp/8/3P3P/5NN1/PPP2PP1/R1BQKB1R w KQkq - 2 8",
  "r1bq1rk1/pp1nbppp/2p1pn2/3p2B1/2PP4/2N1PN2/PP3PPP/2RQKB1R w K - 0 8",
  "rn1qkb1r/pp2pppp/2p2n2/4Nb2/P1pP4/2N5/1P2PPPP/R1BQKB1R b KQkq - 2 6",
  "r1bq1rk1/ppp1npbp/3p1np1/3Pp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 1 9",
  "rnbq1rk1/p1pp1ppp/1p2pn2/6B1/2PP4/P1Q5/1P2PPPP/R3KBNR b KQ - 1 7",
  "r1bqkb1r/ppp2ppp/1nn5/4p3/8/2N2NP1/PP1PPPBP/R1BQK2R w KQkq - 2 7",
  "r1bqk2r/1pp2ppp/p1np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQ1RK1 w kq - 0 7",
  "rnbqkb1r/3ppppp/p4n2/1PpP4/8/8/PP2PPPP/RNBQKBNR w KQkq - 0 5",
  // Middlegames, quiet and sharp
  "r2qk2r/1b3p1p/p1np1p1b/1p1Qp3/4P3/N7/PPP1NPPP/R3KB1R w KQkq - 4 13",
  "rn3rk1/1bqnppbp/p5p1/1pPNP3/8/1Q2BN2/PP2BPPP/R3K2R b KQ - 4 13",
  "2n1rrk1/pppq1ppp/2np1b2/P4b2/2PP1B2/2N2N1P/1P2BPP1/R2Q1RK1 w - - 1 14",
  "r4rk1/ppp1bppp/4bn2/4N3/2BPp2R/1P5P/PBP2PP1/1K5R b - - 3 17",
  "8/2b1kppp/rr3n2/B1p5/4B3/5P2/1P3P1P/R3K2R w KQ - 2 21",
  "rnbr2k1/pp2bp1n/4p3/4B1p1/8/2N2N2/PPP2PP1/R2BK2R w KQ - 6 16",
  "r2qk2r/2pn1Npp/1p3n2/pP1pp3/PbP5/2NB1P2/3BQ1PP/R3K2R b KQkq - 0 14",
  "3qrbr1/1pp2k1p/6pn/pPP2p2/4b2P/2Q5/PB2NPP1/RN3RK1 b - - 1 17",
  "3r2k1/1bqr1ppn/p3p2p/1p6/4P1P1/PNP1Q3/1P3NP1/R4RK1 b - - 4 25",
  "r1b2k1r/pp2q1bp/3pP1p1/5p2/1QP1n3/4PN2/PP2BPPP/RN2K2R b KQ - 2 15",
  "1k1q1rnr/1p3p2/3p2bb/p1p1p2p/2PnPP2/PPN3P1/KB1PB1NR/3Q3R b - - 0 25",
  "r1b2k2/2Nnn1p1/p1p2b1r/1p3p1p/1PPBp3/1Q2P3/P1NPB1q1/R2K3R w - - 2 22",
  "1rb2k1N/6p1/3b1p2/3p1r1p/p2Pp2P/8/PP1BPP2/1R2K2R w K - 3 24",
  "1r2k2r/p1p1qpp1/8/3p3p/P2PP1Nb/8/1PPKP1PP/R2Q1B1R w k - 1 16",
  "r3k2r/1pq3p1/p1p2n1n/P2p4/2PBpP1p/1P2P2N/3PQ3/R4RK1 b kq - 0 24",
  "4k2r/1pp2pp1/2nbpn1p/8/r2P4/P3PP2/1R1B2PP/4KBNR w Kk - 0 17",
  "3rr1k1/4qpb1/p1p3p1/1p2P3/2b2Q1p/2NNP2P/PPP3B1/R4RK1 w - - 1 24",
  "1r3k2/pb2ppb1/5np1/PB6/5P1p/2B4P/4NPr1/2R2K1R w - - 3 24",
  "r2q1rk1/p2bppb1/1pp1n1p1/3p2Bp/1PP3nP/P2P1NP1/Q2NPPB1/2R2RK1 b - - 6 15",
  "r6r/p1pb1k2/2n1pn1p/2Np1pp1/3P1P1P/2N1P3/PPPB2P1/R3K2R w - - 0 18",
  // Endings: pawns, rooks, minor pieces, queens, bishop and knight
  "8/8/1p1k2p1/p2p3p/P2P3P/1P2KP2/8/8 w - - 0 1",
  "8/1p3k2/p1p3p1/2P1p2p/1P2P2P/P3K1P1/8/8 b - - 0 1",
  "8/p4pk1/1p4p1/2p4p/P1P1P2P/1P2K1P1/8/8 w - - 0 1",
  "8/5pk1/1R4p1/7p/r4P1P/6P1/5PK1/8 b - - 0 1",
  "3R4/1k6/1p3p2/pP4p1/P1r3P1/4KP2/8/8 w - - 0 1",
  "1r4k1/5ppp/8/P7/8/2R3P1/5PKP/8 w - - 0 1",
  "3r2k1/1p3pp1/p6p/2r5/P3R3/1P4P1/5P1P/4R1K1 w - - 0 1",
  "8/2k2p2/1p2b1p1/p1p4p/P1P1NP1P/1P4P1/4K3/8 w - - 0 1",
  "6k1/1b3pp1/p3p2p/1p1pP3/3B1P2/P3P1KP/1P4P1/8 b - - 0 1",
  "8/pp2kpp1/2n1p2p/2p5/4P3/1P2N2P/P1P2PP1/5K2 w - - 0 1",
  "3r2k1/p4pp1/1p2p2p/2nb4/8/1P2N1P1/P3PPBP/2R3K1 b - - 0 1",
  "6k1/5pp1/4p2p/1Q6/1P2q3/4P2P/5PP1/6K1 w - - 0 1",
  "8/p4pk1/1p1q2p1/3p3p/3P3P/1P1Q2P1/P4PK1/8 b - - 0 1",
  "8/8/3k4/8/4K3/3BN3/8/8 w - - 0 1",
  // The side to move is in check
  "r5k1/1p1Qb1p1/p1p4r/3pp3/2P5/1PN1Pq2/PB1P4/R2K4 w - - 0 20",
  "7r/2p2k2/p1b1pP2/1p4NP/P1nr1Bp1/8/P1P2KP1/4R2R b - - 1 30",
  "2kr1b1r/ppp2q1p/8/1P2p3/P1Nn2p1/1Q1PB3/4KN1P/R6R w - - 4 22",
  "2r2k2/p4p2/2p1q1r1/4b2p/4P1pP/Q5P1/5PBK/3R3R b - - 8 30",
  "3k4/Q1p2p2/1p2r3/1P5p/2N1p3/2P3qP/P5BP/4K3 w - - 0 31",
  // Imminent promotions
  "8/1P3k2/8/5p2/8/1p3K2/8/R6r w - - 0 1",
  "5rk1/P4ppp/8/2N5/5r2/6P1/p4P1P/R5K1 w - - 0 1",
  "8/5kP1/8/4K3/8/8/1p3N2/6b1 b - - 0 1",
  "3q1rk1/P4ppp/1p6/8/3Q4/6P1/1p3P1P/1R4K1 w - - 0 1",
  // Mate in three
  "r4r2/1p4bk/2pP3p/4N1q1/3Q1p2/P3n3/BB3RbP/4R1K1 b - - 1 28",
];
