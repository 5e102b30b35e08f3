/** An `@name` in a text: the name without its `@`, and the index of the `@`. */
export type MentionName = { name: string; at: number }

/** Forbids a mention before the `@`: `info@ben`, `https://x.example/@ben`, and `@@ben` mention no one. */
const NOT_BEFORE = '(?<![A-Za-z0-9_.@/])'
const NAME = new RegExp(`${NOT_BEFORE}@([A-Za-z0-9_.]{3,30})(?![A-Za-z0-9_@])`, 'g')
const TYPED = new RegExp(String.raw`${NOT_BEFORE}@([\p{L}\p{N}_.]{2,30})$`, 'u')

/**
 * Finds the `@names` in a text, in order. A character that is not allowed in usernames ends the name, so `で@benさん`
 * mentions `ben`. A name at the end of a sentence includes trailing dots, because they could be part of it.
 */
export function findMentionNames(text: string): MentionName[] {
  return [...text.matchAll(NAME)].map(({ 1: name = '', index: at }) => ({ name, at }))
}

/**
 * Returns the text typed after the `@` at the end, in letters of any script because suggestions also search display
 * names; null without an `@` or with fewer than two letters.
 */
export function findTypedName(text: string): string | null {
  return TYPED.exec(text)?.[1] ?? null
}
