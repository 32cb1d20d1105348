/** The memory for endgame tables, megabytes: by default there is room for what any table of four men with pawns needs. */
export const ENDGAME_MEMORY = { min: 8, default: 96, max: 1024 } as const;
