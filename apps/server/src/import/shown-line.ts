const MAX_SHOWN = 300

/**
 * Escapes a line of a report for printing. This prevents text from a file from moving the terminal's cursor or hiding
 * other text.
 */
export function toShownLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, MAX_SHOWN)
    .toWellFormed()
}
