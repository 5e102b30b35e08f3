import type { CheckAnswer, SpotState } from '@nollie/contract'

const DAY = 86_400_000
/** After this many days a report counts half. */
const HALF_LIFE = 274 * DAY
/** One person has one vote within this many days. */
const VOICE = 30 * DAY
/** A distance measured by an offline device counts less than one measured by the server. */
const MEASURED_BY_DEVICE = 0.5
const NEW_ACCOUNT = 0.25
/** All new accounts together count less than one other person, however many there are. */
const NEW_ACCOUNTS = 0.4
/** For each answer, this many of the heaviest votes count. */
const VOICES = 4
/** The weight from older accounts at which an answer is accepted: one recent vote, or two for `gone`. */
const NEEDED: Record<CheckAnswer, number> = {
  open: 0,
  skatestopped: 0.6,
  under_construction: 0.6,
  closed: 0.6,
  gone: 1.3,
}

/** One person's report about a spot. */
export type Voice = {
  user_id: string
  answer: CheckAnswer
  /** The last day on which it applies. */
  until: string | null
  seen_at: number
  /** Their account was new then. */
  is_new: boolean
  /** See the table `checks`; `share` is the sharing of the spot, which no one else confirmed. */
  proof: 'position' | 'device' | 'photo' | 'share'
}

/**
 * A moderator's decision, or a steward's settlement; earlier reports do not count. Until the end of a settlement later
 * ones don't, either.
 */
export type Decision = { answer: CheckAnswer; at: number; until?: string | null }

/** The status of a spot. `confirmed_at` is null if it was never confirmed since it was shared. */
export type Stands = {
  state: SpotState
  until: string | null
  confirmed_at: number | null
  confirmed_by: number
}

const isKnown = ({ is_new }: Voice): boolean => !is_new

// Newest first, and for each person only votes that are a month apart.
const takeLatest = (voices: readonly Voice[]): Voice[] => {
  const last = new Map<string, number>()
  return voices
    .toSorted((a, b) => b.seen_at - a.seen_at)
    .filter(({ user_id, seen_at }) => {
      const next = last.get(user_id)
      if (next !== undefined && next - seen_at < VOICE) return false
      last.set(user_id, seen_at)
      return true
    })
}

// Measured from the newest vote of an account that is not new, so that new accounts gain nothing from the age of
// others.
const computeScore = (voices: readonly Voice[], from: number): number => {
  const weight = ({ seen_at, proof }: Voice) =>
    0.5 ** (Math.max(0, from - seen_at) / HALF_LIFE) * (proof === 'device' ? MEASURED_BY_DEVICE : 1)
  const sum = (weights: number[]) => weights.reduce((all, one) => all + one, 0)
  const known = voices.filter(isKnown).map(weight)
  const fresh = voices.filter(({ is_new }) => is_new).map((voice) => weight(voice) * NEW_ACCOUNT)
  const heaviest = known.toSorted((a, b) => b - a).slice(0, VOICES)
  return sum(heaviest) + Math.min(NEW_ACCOUNTS, sum(fresh))
}

const onePerPerson = (voices: readonly Voice[]): Voice[] => [
  ...new Map(voices.toReversed().map((voice) => [voice.user_id, voice])).values(),
]

const confirmedBy = (voices: readonly Voice[]): number => {
  const people = (of: readonly Voice[]) => new Set(of.map(({ user_id }) => user_id)).size
  const known = people(voices.filter(isKnown))
  return known + Math.min(1, people(voices.filter(({ is_new }) => is_new)))
}

// Open and removed spots have no end date.
const getEnd = ({ answer, until }: Decision): string | null =>
  answer === 'closed' || answer === 'under_construction' ? (until ?? null) : null

/**
 * The status of a spot according to people's reports, by a single rule (docs/decisions/0098-spot-checks.md). The same
 * votes give the same answer at any time, except that an end (`until`) passes.
 * @param now in ms; `today` is its date at the spot, or the day before
 */
export const decideStanding = (
  all: readonly Voice[],
  decision: Decision | null,
  { now, today }: { now: number; today: string },
): Stands => {
  if (decision?.until && decision.until >= today)
    return { state: decision.answer, until: getEnd(decision), confirmed_at: null, confirmed_by: 0 }
  // A clock that was ahead: no report can be later than now.
  const voices = all
    .map((voice) => ({ ...voice, seen_at: Math.min(voice.seen_at, now) }))
    .filter(({ seen_at }) => decision === null || seen_at > decision.at)
    .filter(({ until }) => until === null || until >= today)
  const counted = takeLatest(voices)
  if (decision)
    for (const voice of [1, 2])
      counted.push({
        ...{ user_id: `moderator ${voice}`, answer: decision.answer, until: null, seen_at: decision.at },
        ...{ is_new: false, proof: 'share' as const },
      })
  const known = counted.filter(isKnown)
  const from = Math.max(...(known.length > 0 ? known : counted).map(({ seen_at }) => seen_at))
  const answers = [...Map.groupBy(counted, ({ answer }) => answer)]
    .map(([answer, of]) => ({ answer, of, score: computeScore(of, from) }))
    // A person's repeated report doesn't count as a second person.
    .filter(({ answer, of }) => computeScore(onePerPerson(of).filter(isKnown), from) >= NEEDED[answer])
    // The newest of two equally weighted votes comes first.
    .toSorted((a, b) => b.score - a.score || (b.of[0]?.seen_at ?? 0) - (a.of[0]?.seen_at ?? 0))
  const [best] = answers
  if (!best) return { state: 'unverified', until: null, confirmed_at: null, confirmed_by: 0 }
  const seen = best.of.filter(({ proof }) => proof !== 'share')
  return {
    state: best.answer,
    until: best.of.find(({ until }) => until !== null)?.until ?? null,
    confirmed_at: seen.length > 0 ? Math.max(...seen.map(({ seen_at }) => seen_at)) : null,
    confirmed_by: confirmedBy(seen),
  }
}
