import type { AccessToken, Scope, TokenDays } from '@nollie/contract'
import { SCOPES } from '@nollie/contract/accounts/access-token-scopes'
import { agoText } from '../../../lib/text/ago-text.ts'
import { m } from '../../../i18n/messages.ts'
import { dayText } from '../../../lib/format.ts'

const HOUR_MS = 3_600_000

type Noun = Scope extends `${infer N}:${string}` ? N : never

const NOUN_LABELS: Record<Noun, () => string> = {
  spots: m.settings_tokens_spots,
  posts: m.settings_tokens_posts,
  media: m.settings_tokens_media,
  comments: m.settings_tokens_comments,
  likes: m.settings_tokens_likes,
  discussions: m.settings_tokens_discussions,
  people: m.settings_tokens_people,
  profile: m.settings_tokens_profile,
  crews: m.crews_title,
  saved: m.settings_tokens_saved,
  messages: m.settings_tokens_messages,
  notifications: m.settings_tokens_notifications,
}

function parseNoun(scope: Scope): Noun {
  return scope.split(':')[0] as Noun
}

/** The nouns that a token can read or change, with their scopes. */
export const SCOPES_BY_NOUN: readonly (readonly [noun: Noun, scopes: readonly Scope[]])[] = [
  ...new Set(SCOPES.map(parseNoun)),
].map((noun) => [noun, SCOPES.filter((scope) => parseNoun(scope) === noun)])

/** Returns the label for a scope's noun. */
export function nounText(noun: Noun): string {
  return NOUN_LABELS[noun]()
}

/** Returns the label for a scope's action. */
export function actionText(scope: Scope): string {
  return scope.endsWith(':read') ? m.settings_tokens_read() : m.settings_tokens_write()
}

/** Returns the label for a token's lifetime. */
export function daysText(days: TokenDays): string {
  return days === 365 ? m.settings_tokens_year() : m.settings_tokens_days({ days })
}

function usedText(timestamp: string | null, now: number): string {
  if (timestamp === null) return m.settings_tokens_unused()
  // The server updates the time of last use once an hour, so anything under an hour counts as now.
  return now - Date.parse(timestamp) < HOUR_MS
    ? m.settings_device_used_now()
    : m.settings_device_used({ ago: agoText(timestamp, now) })
}

function endText(timestamp: string, now: number): string {
  const date = dayText(timestamp)
  return Date.parse(timestamp) <= now
    ? m.settings_tokens_expired({ date })
    : m.settings_tokens_expires({ date })
}

function scopesText(scopes: readonly Scope[]): string {
  return scopes.length === SCOPES.length
    ? m.settings_tokens_all()
    : SCOPES_BY_NOUN.flatMap(([noun, some]) => {
        const has = some.filter((scope) => scopes.includes(scope))
        return has.length === 0 ? [] : [`${nounText(noun)} (${has.map(actionText).join(', ')})`]
      }).join(', ')
}

/** Returns a token's details: last characters, expiry, last use, and scopes. */
export function tokenFacts(token: AccessToken, now: number = Date.now()): string[] {
  return [
    `…${token.ending}`,
    endText(token.expires_at, now),
    usedText(token.last_used_at, now),
    scopesText(token.scopes),
  ]
}
