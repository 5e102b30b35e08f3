/** An `@name` of a text: the name without its `@`, and the index of the `@`. */
export type MentionName = { name: string; at: number }

/** Forbids a mention before the `@`: `info@ben`, `https://x.example/@ben` and `@@ben` mention no one. */
const NOT_BEFORE = '(?<![A-Za-z0-9_.@/])'
const NAME = new RegExp(`${NOT_BEFORE}@([A-Za-z0-9_.]{3,30})(?![A-Za-z0-9_@])`, 'g')
const TYPED = new RegExp(String.raw`${NOT_BEFORE}@([\p{L}\p{N}_.]{2,30})$`, 'u')

/**
 * Finds the `@names` of a text, in order. Characters that a username can't contain end the name, so `で@benさん`
 * mentions `ben`. A name at the end of a sentence keeps its dots, because the text doesn't show whether they belong to it.
 */
export function findMentionNames(text: string): MentionName[] {
  return [...text.matchAll(NAME)].map(({ 1: name = '', index: at }) => ({ name, at }))
}

/**
 * Returns what is typed after the `@` at the end of a text, in letters of any script because suggestions also search
 * display names; null if there is no `@` or fewer than two letters.
 */
export function findTypedName(text: string): string | null {
  return TYPED.exec(text)?.[1] ?? null
}
