const MAX_SHOWN = 300

/**
 * A line of a report as printed. A file's texts go to a terminal, so they must not move the cursor or hide other text.
 */
export const shownLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, MAX_SHOWN)
