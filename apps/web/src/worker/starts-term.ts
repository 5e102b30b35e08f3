const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i', þ: 'th' }

/** A text as it is searched: lower case without accents, as `nollie_normalize` of the server makes it. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđłıþ]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Whether a term of a plain text begins with another one. */
export const startsTerm = (text: string, term: string): boolean =>
  text.startsWith(term) || [' ', '-', '(', '/'].some((before) => text.includes(before + term))
