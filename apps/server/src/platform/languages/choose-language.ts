import { LANGUAGE_COOKIE, type LanguageCode } from '@nollie/contract/languages'
import type { IncomingHttpHeaders } from 'node:http'

/** Maximum ranges read from a header; browsers send ten at most. */
const RANGES_MAX = 20

const RANGE = /^\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i

/** The languages of a header, best first: `de-CH, en;q=0.8`. */
const wantedBy = (header: string): string[] =>
  header
    .split(',', RANGES_MAX)
    .flatMap((range) => {
      const [, tag, quality = '1'] = RANGE.exec(range) ?? []
      return tag && Number(quality) > 0 ? [{ tag: tag.toLowerCase(), quality: Number(quality) }] : []
    })
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)

const getPrimaryLanguage = (tag: string) => tag.split('-')[0]

/**
 * The best of our languages for a request's `Accept-Language`. A region falls back to the variant we have of its
 * language: `pt` and `pt-PT` get `pt-BR`. Unsupported languages are skipped; null if none is left.
 */
export const languageFor = <Code extends string>(header: string, ours: readonly Code[]): Code | null => {
  for (const tag of wantedBy(header)) {
    const same = ours.find((code) => code.toLowerCase() === tag)
    const near = ours.find((code) => getPrimaryLanguage(code.toLowerCase()) === getPrimaryLanguage(tag))
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

/**
 * The language that a request asks for: the choice in the cookie, otherwise the browser's preference; otherwise null.
 */
export const languageOfHeaders = (
  { cookie = '', 'accept-language': wanted = '' }: IncomingHttpHeaders,
  ours: readonly LanguageCode[],
): LanguageCode | null => languageNamed(STORED.exec(cookie)?.[1], ours) ?? languageFor(wanted, ours)
