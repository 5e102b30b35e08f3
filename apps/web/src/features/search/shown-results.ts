import type { ApiAnswer } from '../../lib/api.ts'

/** The server's results for a query: the best matches and how many there are. */
export type SearchAnswer = ApiAnswer<'GET /api/search'>

/** Whether one query extends the other. If so, the results for one are shown while the results for the other load. */
export function isStepOf(before: string, now: string): boolean {
  return before !== '' && now !== '' && (now.startsWith(before) || before.startsWith(now))
}

/** The panel's content. */
export type Shown =
  | { kind: 'start' | 'waiting' | 'late' }
  | { kind: 'failed' }
  | { kind: 'none'; q: string }
  | { kind: 'found'; answer: SearchAnswer }

/** A search's state: the typed query, and the latest response along with its query. */
export type SearchState = {
  q: string
  answer: SearchAnswer | undefined
  answered: string
  isFailed: boolean
}

function hasNoResults({ people, spots }: SearchAnswer) {
  return people.items.length + spots.items.length === 0
}

/**
 * Decides what to show. The previous response stays on screen until the next one arrives. Only a response to the
 * current query can mean that nothing was found.
 */
export function toShown({ q, answer, answered, isFailed }: SearchState): Shown {
  if (q === '') return { kind: 'start' }
  const isOwn = answered === q
  if (answer && !hasNoResults(answer) && (isOwn || isStepOf(answered, q))) return { kind: 'found', answer }
  if (isFailed) return { kind: 'failed' }
  if (!answer || !isOwn) return { kind: 'waiting' }
  return answer.people.more || answer.spots.more ? { kind: 'late' } : { kind: 'none', q }
}
