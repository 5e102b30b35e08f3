import type { Mention } from '@nollie/contract'
import { findMentionNames } from '@nollie/contract/mentions/mention-names'
import { safePath } from '../safe-path.ts'

/** A segment of a text: plain text, a mention, or a link. */
export type TextPart = string | { text: string; user_id: string } | { text: string; url: URL }

const ADDRESS = /(?<![\p{L}\p{N}_])https?:\/\/[^\s<>"]+/giu
const AFTER = /[.,;:!?'»”’)\]}]+$/u

type Found = { at: number; length: number; part: TextPart }

function namesIn(text: string, mentions: readonly Mention[]): Found[] {
  const people = new Map(mentions.map(({ username, user_id }) => [username.toLowerCase(), user_id]))
  return findMentionNames(text).flatMap(({ at, name }) => {
    const whole = name.toLowerCase()
    const known = [whole, whole.replace(/\.+$/, '')].find((one) => people.has(one))
    if (known === undefined) return []
    const length = 1 + known.length
    return { at, length, part: { text: text.slice(at, at + length), user_id: people.get(known) ?? '' } }
  })
}

// Trailing punctuation and an unmatched closing parenthesis aren't part of the URL.
function trimAddress(address: string): string {
  const bare = address.replace(AFTER, '')
  return bare.includes('(') && address[bare.length] === ')' ? `${bare})` : bare
}

function addressesIn(text: string): Found[] {
  return [...text.matchAll(ADDRESS)].flatMap(({ index: at, 0: found }) => {
    const address = trimAddress(found)
    if (!URL.canParse(address)) return []
    const url = new URL(address)
    // Don't link this, because a username before the host disguises the real host.
    if (url.username || url.password) return []
    return { at, length: address.length, part: { text: address, url } }
  })
}

/**
 * Splits a text at URLs and at mentions (`@name`) of known people. A period after a name at the end of a sentence isn't
 * part of the name.
 */
export function splitText(text: string, mentions: readonly Mention[]): TextPart[] {
  const found = [...namesIn(text, mentions), ...addressesIn(text)].toSorted((a, b) => a.at - b.at)
  const parts: TextPart[] = []
  let done = 0
  for (const { at, length, part } of found) {
    if (at < done) continue
    if (at > done) parts.push(text.slice(done, at))
    parts.push(part)
    done = at + length
  }
  if (done < text.length) parts.push(text.slice(done))
  return parts
}

/** Returns a URL's path if it's on this site; null for other sites, and for paths that would lead to another site. */
export function pathHere({ origin, pathname, search, hash }: URL, site: string): string | null {
  const path = `${pathname}${search}${hash}`
  return origin === site && safePath(path) === path ? path : null
}
