const MAX_SHOWN = 300

/** Escapes a line of a report for printing. Text from a file must not move the terminal's cursor or hide other text. */
export const shownLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, MAX_SHOWN)
