/** Maximum characters of one row; real ones are shorter. */
export const MAX_ROW = 1_000_000

/** The text of one row, or null if it is longer than {@link MAX_ROW}. */
export type Piece = string | null
