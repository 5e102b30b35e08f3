/** Maximum number of characters per row. Real rows are shorter. */
export const MAX_ROW = 1_000_000

/** A row's text, or null if it is longer than {@link MAX_ROW}. */
export type Piece = string | null
