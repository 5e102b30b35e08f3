/** Hebrew, Arabic, and the other scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const ISOLATE = '\u2068'
const END = '\u2069'

/**
 * Isolates a person's text for use in a sentence, so that its direction doesn't move the dates and numbers around it.
 * Returns text without right-to-left letters unchanged.
 */
export function isolateText(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `${ISOLATE}${text}${END}` : text
}
