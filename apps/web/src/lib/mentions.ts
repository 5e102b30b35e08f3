import type { Mention } from '@nollie/contract'

/** A piece of a text: words, or a name that is somebody's. */
export type TextPart = string | { name: string; user_id: string }

// As the server reads them: not within a word or an address.
const NAME = /(?<![\p{L}\p{N}_.@/-])@([A-Za-z0-9_.]{3,30})(?![\p{L}\p{N}_@])/gu

/** Cuts a text at the `@names` that are somebody's; a name at the end of a sentence may come without its dots. */
export function textParts(text: string, mentions: readonly Mention[]): TextPart[] {
  const people = new Map(mentions.map(({ username, user_id }) => [username.toLowerCase(), user_id]))
  const parts: TextPart[] = []
  let done = 0
  for (const found of text.matchAll(NAME)) {
    const whole = (found[1] ?? '').toLowerCase()
    const known = [whole, whole.replace(/\.+$/, '')].find((name) => people.has(name))
    if (known === undefined) continue
    const end = found.index + 1 + known.length
    if (found.index > done) parts.push(text.slice(done, found.index))
    parts.push({ name: text.slice(found.index, end), user_id: people.get(known) ?? '' })
    done = end
  }
  if (done < text.length) parts.push(text.slice(done))
  return parts
}
