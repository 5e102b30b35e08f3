/** An `@name` in a string: the name without its `@`, and the index of the `@`. */
export type MentionName = { name: string; at: number }

/** Characters that can't precede a mention's `@`: `info@ben`, `https://x.example/@ben`, and `@@ben` mention no one. */
const NOT_BEFORE = '(?<![A-Za-z0-9_.@＠/])'
const NAME = new RegExp(`${NOT_BEFORE}[@＠]([A-Za-z0-9_.]{3,30})(?![A-Za-z0-9_@＠])`, 'g')
const TYPED = new RegExp(String.raw`${NOT_BEFORE}[@＠]([\p{L}\p{N}_.]{2,30})$`, 'u')

/**
 * Finds the `@names` in a string, in order. A character that isn't allowed in usernames ends the name, so `で@benさん`
 * mentions `ben`. Japanese and Chinese keyboards may type a full-width `＠`. At the end of a sentence, the name includes
 * trailing dots, because usernames can end with dots.
 */
export function findMentionNames(text: string): MentionName[] {
  return [...text.matchAll(NAME)].map(({ 1: name = '', index: at }) => ({ name, at }))
}

/**
 * Returns the letters typed after the last `@`, in any script because suggestions also search display names. Returns
 * null if the string doesn't end with an `@` and at least two letters.
 */
export function findTypedName(text: string): string | null {
  return TYPED.exec(text)?.[1] ?? null
}
