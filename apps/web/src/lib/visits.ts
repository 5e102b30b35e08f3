/** A page opened this long (ms) after the previous one starts a new visit. */
const PAUSE_MS = 30 * 60_000

/** The visits counted on this device: how many, and when the latest page was opened (ms since 1970). */
export type Visits = { count: number; at: number }

// Counters stored by earlier versions are plain numbers.
const parseVisits = (stored: unknown): Visits => {
  const record = typeof stored === 'number' ? { count: stored } : (stored ?? {})
  const { count, at } = record as Partial<Record<keyof Visits, unknown>>
  return { count: typeof count === 'number' ? count : 0, at: typeof at === 'number' ? at : 0 }
}

const isAfterPause = ({ count, at }: Visits, now: number): boolean =>
  count === 0 || at > now || now - at >= PAUSE_MS

/**
 * Counts a visit if the page that was just opened starts one. By default, a page does after a pause of half an hour;
 * pass `isNew` for a different rule.
 */
export function countVisit(stored: unknown, now: number, isNew = isAfterPause): Visits {
  const visits = parseVisits(stored)
  return { count: visits.count + (isNew(visits, now) ? 1 : 0), at: now }
}
