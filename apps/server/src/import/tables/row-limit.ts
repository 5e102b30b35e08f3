/** Characters of one row; no honest one is longer. */
export const MAX_ROW = 1_000_000

/** The text of one row, or null for one that is longer than {@link MAX_ROW}. */
export type Piece = string | null
