import type { ApiAnswer } from '../../lib/api.ts'

/** What the server finds for a typed text: the best, and how many there are. */
export type SearchAnswer = ApiAnswer<'GET /api/search'>

/** Whether two texts are steps of typing one: what was found for the one may stand while the other is looked for. */
export const isStepOf = (before: string, now: string): boolean =>
  before !== '' && now !== '' && (now.startsWith(before) || before.startsWith(now))

/** What the panel shows of a search. */
export type Shown =
  | { kind: 'start' | 'waiting' | 'late' }
  | { kind: 'failed' }
  | { kind: 'none'; q: string }
  | { kind: 'found'; answer: SearchAnswer }

/** A search as it is: the text that is typed, and the answer there is, with the text it belongs to. */
export type SearchState = {
  q: string
  answer: SearchAnswer | undefined
  answered: string
  isFailed: boolean
}

const isNothing = ({ people, spots }: SearchAnswer) => people.items.length + spots.items.length === 0

/** What to show: the previous answer stays until the next arrives; only an answer to the typed text shows that nothing was found. */
export function shownOf({ q, answer, answered, isFailed }: SearchState): Shown {
  if (q === '') return { kind: 'start' }
  const isOwn = answered === q
  if (answer && !isNothing(answer) && (isOwn || isStepOf(answered, q))) return { kind: 'found', answer }
  if (isFailed) return { kind: 'failed' }
  if (!answer || !isOwn) return { kind: 'waiting' }
  return answer.people.more || answer.spots.more ? { kind: 'late' } : { kind: 'none', q }
}
