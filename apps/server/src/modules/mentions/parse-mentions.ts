import { findMentionNames } from '@nollie/contract'

/** Names of one text that are looked up; further ones stay plain text. */
export const MAX_MENTIONS = 10

/**
 * The names a text mentions by `@name`, in lower case, each once, in order. A name at the end of a sentence is returned
 * with its dots and, as a second candidate, without them, because the text does not show which one exists.
 */
export const namesIn = (text: string): string[] => {
  const names = new Set<string>()
  let found = 0
  for (const { name } of findMentionNames(text)) {
    const small = name.toLowerCase()
    if (names.has(small)) continue
    if (++found > MAX_MENTIONS) break
    names.add(small)
    const bare = small.replace(/\.+$/, '')
    if (bare.length >= 3) names.add(bare)
  }
  return [...names]
}
