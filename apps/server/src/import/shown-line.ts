const MAX_SHOWN = 300

/** A line of a report as it is printed. Texts of a file go to a terminal: they must not move the cursor or hide other text. */
export const shownLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, MAX_SHOWN)
