import { toPlainEmail } from '@nollie/contract/accounts/plain-email'
import { LIMITS } from '@nollie/contract/limits'
import { writeStored, readStored } from '../../lib/storage.ts'

/** An action that a visitor selected but that needs an account, along with its spot. */
export type Intent = { spot: { id: string; name: string } } & (
  | { kind: 'like'; item: Item }
  | { kind: 'comment'; item: Item; content: string; key: string }
  | { kind: 'save' }
  | { kind: 'follow' }
)
/** A photo or video in a post. */
export type Item = { post_id: string; media_index: number }

const NAME = 'nollie.intent'
/**
 * How long (ms) an intent is stored: long enough to open an emailed link, but not so long that someone else may be
 * using the device.
 */
export const INTENT_MS = 2 * 60 * 60_000

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value)
}

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= max
}

function readItem(value: unknown): Item | null {
  const { post_id, media_index } = (value ?? {}) as Partial<Record<keyof Item, unknown>>
  return isId(post_id) && Number.isInteger(media_index) && Number(media_index) >= 0
    ? { post_id, media_index: Number(media_index) }
    : null
}

function readIntent(value: unknown): Intent | null {
  const { kind, spot, item, content, key } = (value ?? {}) as Record<string, unknown>
  const { id, name } = (spot ?? {}) as Record<string, unknown>
  if (!isId(id) || !isText(name, 1000)) return null
  const at = { spot: { id, name } }
  if (kind === 'save' || kind === 'follow') return { kind, ...at }
  const liked = readItem(item)
  if (!liked) return null
  if (kind === 'like') return { kind, ...at, item: liked }
  return kind === 'comment' && isText(content, LIMITS.comment_max) && isText(key, 100)
    ? { kind, ...at, item: liked, content, key }
    : null
}

type Stored = { intent: Intent; at: number; email: string | null }

function read(now: number): Stored | null {
  const { intent: stored, at, email } = (readStored(NAME) ?? {}) as Partial<Record<keyof Stored, unknown>>
  const intent = readIntent(stored)
  if (!intent || typeof at !== 'number' || at > now || now - at > INTENT_MS) return null
  return { intent, at, email: typeof email === 'string' ? email : null }
}

/**
 * Stores the intent until someone signs in on this device, replacing any earlier one. Intents are created only
 * here.
 */
export function storeIntent(intent: Intent, now = Date.now()): void {
  return writeStored(NAME, { intent, at: now, email: null } satisfies Stored)
}

/** Returns the pending intent; null if there is none or it has expired. */
export function pendingIntent(now = Date.now()): Intent | null {
  return read(now)?.intent ?? null
}

/** Discards the intent. */
export function dropIntent(): void {
  return writeStored(NAME, null)
}

function plain(email: string) {
  return toPlainEmail(email.trim())
}

/** Reserves the intent for the email address used to sign up. */
export function reserveIntent(email: string, now = Date.now()): void {
  const stored = read(now)
  if (stored) writeStored(NAME, { ...stored, email: plain(email) } satisfies Stored)
}

/** Removes and returns the intent, so it runs once. Returns null if it's reserved for another email address. */
export function takeIntent(email: string, now = Date.now()): Intent | null {
  const stored = read(now)
  dropIntent()
  return stored && (stored.email === null || stored.email === plain(email)) ? stored.intent : null
}
