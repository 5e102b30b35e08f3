import { LANGUAGE_COOKIE, type LanguageCode } from '@nollie/contract/languages'
import type { IncomingHttpHeaders } from 'node:http'

/** Maximum number of ranges to read from a header; browsers send at most ten. */
const RANGES_MAX = 20

const RANGE = /^\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i

/** Lists the languages in a header such as `de-CH, en;q=0.8`, best first. */
function wantedBy(header: string): string[] {
  return header
    .split(',', RANGES_MAX)
    .flatMap((range) => {
      const [, tag, quality = '1'] = RANGE.exec(range) ?? []
      return tag && Number(quality) > 0 ? [{ tag: tag.toLowerCase(), quality: Number(quality) }] : []
    })
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}

function getPrimaryLanguage(tag: string) {
  return tag.split('-')[0]
}

/**
 * Picks the best of our languages for an `Accept-Language` header. A region falls back to the variant that we have:
 * `pt` and `pt-PT` get `pt-BR`. Unsupported languages are skipped; null if none remains.
 */
export function languageFor<Code extends string>(header: string, ours: readonly Code[]): Code | null {
  for (const tag of wantedBy(header)) {
    const same = ours.find((code) => code.toLowerCase() === tag)
    const near = ours.find((code) => getPrimaryLanguage(code.toLowerCase()) === getPrimaryLanguage(tag))
    if (same ?? near) return same ?? near ?? null
  }
  return null
}

/** Returns this code if it's one of our languages; null for any other string. */
export function languageNamed<Code extends string>(
  code: string | null | undefined,
  ours: readonly Code[],
): Code | null {
  return ours.find((one) => one === code) ?? null
}

const STORED = new RegExp(`(?:^|; *)${LANGUAGE_COOKIE.replaceAll('.', '\\.')}=([\\w-]+)`)

/** Picks the language for a request: the choice in the cookie, then the browser's preference; null if unsupported. */
export function findHeaderLanguage(
  { cookie = '', 'accept-language': wanted = '' }: IncomingHttpHeaders,
  ours: readonly LanguageCode[],
): LanguageCode | null {
  return languageNamed(STORED.exec(cookie)?.[1], ours) ?? languageFor(wanted, ours)
}
