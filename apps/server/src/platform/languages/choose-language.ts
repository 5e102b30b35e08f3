import { LANGUAGE_COOKIE, type LanguageCode } from '@nollie/contract/languages'
import type { IncomingHttpHeaders } from 'node:http'

/** Most ranges of a header that are read; browsers send ten at most. */
const RANGES_MAX = 20

const RANGE = /^\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i

/** The languages that a header asks for, best first: `de-CH, en;q=0.8`. */
const wantedBy = (header: string): string[] =>
  header
    .split(',', RANGES_MAX)
    .flatMap((range) => {
      const [, tag, quality = '1'] = RANGE.exec(range) ?? []
      return tag && Number(quality) > 0 ? [{ tag: tag.toLowerCase(), quality: Number(quality) }] : []
    })
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)

const languageOf = (tag: string) => tag.split('-')[0]

/**
 * The best of our languages for the `Accept-Language` of a request. Any region gets the one we have of its language:
 * `pt` and `pt-PT` get `pt-BR`. Languages that we do not have are passed over; null when none is left.
 */
export const languageFor = <Code extends string>(header: string, ours: readonly Code[]): Code | null => {
  for (const tag of wantedBy(header)) {
    const same = ours.find((code) => code.toLowerCase() === tag)
    const near = ours.find((code) => languageOf(code.toLowerCase()) === languageOf(tag))
    if (same ?? near) return same ?? near ?? null
  }
  return null
}

/** The one of our languages with this code; null for any other text. */
export const languageNamed = <Code extends string>(
  code: string | null | undefined,
  ours: readonly Code[],
): Code | null => ours.find((one) => one === code) ?? null

const STORED = new RegExp(`(?:^|; *)${LANGUAGE_COOKIE.replaceAll('.', '\\.')}=([\\w-]+)`)

/** The language that a request asks for: by the choice in the cookie, else by what its browser prefers; else null. */
export const languageOfHeaders = (
  { cookie = '', 'accept-language': wanted = '' }: IncomingHttpHeaders,
  ours: readonly LanguageCode[],
): LanguageCode | null => languageNamed(STORED.exec(cookie)?.[1], ours) ?? languageFor(wanted, ours)
