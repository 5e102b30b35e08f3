import { findMentionNames } from '@nollie/contract'

/** Maximum names looked up per text. Any further mentions stay plain text. */
export const MAX_MENTIONS = 10

/**
 * Returns the distinct lowercase names mentioned as `@name`, in order. A name followed by dots is returned both with
 * and without them, because the dots may end a sentence or belong to the name.
 */
export function parseNames(text: string): string[] {
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
