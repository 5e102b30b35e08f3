import { readStored, writeStored } from '../../../lib/storage.ts'

// Stored only on this device and deleted on sign-out, so that the server doesn't learn which spots we asked about.
const NAME = 'nollie.unchecked'
const DAY_MS = 86_400_000
/** Time between two questions. */
export const BETWEEN_MS: number = 7 * DAY_MS
/** Time until the next try if there was nothing to ask. */
const TRY_MS = DAY_MS
/** Older spots are forgotten, so that the list doesn't grow without end. It lasts for years. */
const ASKED_MAX = 1_000

/** When to ask next (ms since 1970), and the ids of the spots that the question already mentioned. */
export type UncheckedMemory = { next: number; asked: readonly string[] }

/** Parses the stored memory; null if there is none. */
export function parseMemory(value: unknown): UncheckedMemory | null {
  const { next, asked } = (value ?? {}) as Partial<UncheckedMemory>
  if (typeof next !== 'number' || !Array.isArray(asked)) return null
  return { next, asked: asked.filter((id) => typeof id === 'string') }
}

/**
 * Returns the memory if it's time to ask. The first visit is too early: the person has just arrived. A clock that was far
 * ahead must not prevent questions forever.
 */
export function readDue(now: number): UncheckedMemory | null {
  const memory = parseMemory(readStored(NAME))
  if (!memory || memory.next > now + BETWEEN_MS) {
    writeStored(NAME, { next: now + TRY_MS, asked: memory?.asked ?? [] })
    return null
  }
  return memory.next <= now ? memory : null
}

/** Stores the spots that the question mentions, or that there was nothing to ask about. */
export function storeAsked({ asked }: UncheckedMemory, ids: readonly string[], now: number): void {
  writeStored(NAME, {
    next: now + (ids.length > 0 ? BETWEEN_MS : TRY_MS),
    asked: [...asked, ...ids].slice(-ASKED_MAX),
  })
}
