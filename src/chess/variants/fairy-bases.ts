/** Variants and pieces that are part of Fairy-Stockfish, by their names in `variants.ini`. Source: its documentation. */

type BaseOptions = Readonly<Record<string, string>>;

const GIVEAWAY: BaseOptions = {
  king: "-",
  commoner: "k",
  mustCapture: "true",
  stalemateValue: "win",
  extinctionValue: "win",
  extinctionPieceTypes: "*",
  promotionPieceTypes: "kqrbn",
};

const CHATURANGA: BaseOptions = {
  bishop: "-",
  alfil: "b",
  queen: "-",
  fers: "q",
  startFen: "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1",
  promotionPieceTypes: "q",
  doubleStep: "false",
  castling: "false",
};

/** Bases that are part of Fairy-Stockfish, as options that change orthodox chess; those with the same laws share a line. */
export const BASES: Readonly<Record<string, BaseOptions>> = {
  chess: {},
  normal: {},
  fairy: {},
  fischerandom: {},
  nocastle: { castling: "false" },
  armageddon: { stalemateValue: "loss" },
  knightmate: {
    king: "k:N",
    commoner: "m",
    knight: "-",
    startFen: "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1",
    promotionPieceTypes: "mqrb",
  },
  giveaway: GIVEAWAY,
  antichess: { ...GIVEAWAY, castling: "false" },
  shatranj: {
    ...CHATURANGA,
    extinctionValue: "loss",
    extinctionClaim: "true",
    extinctionPieceTypes: "*",
    extinctionPieceCount: "1",
    extinctionOpponentPieceCount: "2",
    stalemateValue: "loss",
    nMoveRule: "70",
  },
  chaturanga: CHATURANGA,
  amazon: {
    queen: "-",
    amazon: "a",
    startFen: "rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1",
    promotionPieceTypes: "arbn",
  },
  almost: {
    queen: "-",
    chancellor: "c",
    startFen: "rnbckbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR w KQkq - 0 1",
    promotionPieceTypes: "crbn",
  },
  nightrider: { knight: "-", customPiece1: "n:NN", promotionPieceTypes: "qrbn" },
  berolina: { pawn: "-", customPiece1: "p:mfFcefWimfnA" },
  kingofthehill: { flagPiece: "k", flagRegionWhite: "d4 e4 d5 e5", flagRegionBlack: "d4 e4 d5 e5" },
  "3check": {
    startFen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
    checkCounting: "true",
  },
  "5check": {
    startFen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5+5 0 1",
    checkCounting: "true",
  },
  racingkings: {
    startFen: "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
    castling: "false",
    checking: "false",
    flagPiece: "k",
    flagRegionWhite: "*8",
    flagRegionBlack: "*8",
    flagMove: "true",
  },
  horde: {
    startFen: "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
    doubleStepRegionWhite: "*1 *2",
    enPassantRegion: "*3 *6",
    extinctionValue: "loss",
    extinctionPieceTypes: "*",
  },
  atomic: {
    king: "-",
    commoner: "k",
    extinctionValue: "loss",
    extinctionPieceTypes: "k",
    extinctionPseudoRoyal: "true",
    blastOnCapture: "true",
  },
  crazyhouse: {
    startFen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    pieceDrops: "true",
    capturesToHand: "true",
  },
};

/** Names of the same bases. */
export const ALIASES: Readonly<Record<string, string>> = {
  chess960: "chess",
  normal: "chess",
  giveaway960: "giveaway",
  koth: "kingofthehill",
};

/** Betza notation of Fairy-Stockfish's pieces that have a name, other than pawn and king. */
export const PIECES: Readonly<Record<string, string>> = {
  knight: "N",
  bishop: "B",
  rook: "R",
  queen: "Q",
  fers: "F",
  alfil: "A",
  fersAlfil: "FA",
  silver: "FfW",
  aiwok: "RNF",
  bers: "RF",
  archbishop: "BN",
  chancellor: "RN",
  amazon: "QN",
  knibis: "mNcB",
  biskni: "mBcN",
  kniroo: "mNcR",
  rookni: "mRcN",
  shogiPawn: "fW",
  lance: "fR",
  shogiKnight: "fN",
  gold: "WfF",
  dragonHorse: "BW",
  dragon: "RF",
  clobber: "cW",
  breakthrough: "fmWfF",
  immobile: "",
  cannon: "mRcpR",
  soldier: "fsW",
  horse: "nN",
  elephant: "nA",
  wazir: "W",
  commoner: "K",
  centaur: "KN",
};
