/** Letters with a stroke, or without a dot, which Unicode doesn't take apart. */
const STROKES: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', đ: 'd', ø: 'o', ħ: 'h' }

/** Removes a word's case and accents. */
export function normalizeWord(word: string): string {
  return word
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ıłđøħ]/g, (letter) => STROKES[letter] ?? letter)
}
