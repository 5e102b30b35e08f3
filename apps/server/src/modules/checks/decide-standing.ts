import type { CheckAnswer, SpotState } from '@nollie/contract'

const DAY = 86_400_000
/** After so many days what somebody saw weighs half. */
const HALF_LIFE = 274 * DAY
/** One person has one voice in so many days. */
const VOICE = 30 * DAY
/** A distance that a device measured without a network weighs less than one that the server measured. */
const MEASURED_BY_DEVICE = 0.5
const NEW_ACCOUNT = 0.25
/** All new accounts together weigh less than one other person, however many they are. */
const NEW_ACCOUNTS = 0.4
/** As many voices of one answer count, its heaviest. */
const VOICES = 4
/** The weight of people with older accounts from which an answer is believed: that of one recent voice, of two for `gone`. */
const NEEDED: Record<CheckAnswer, number> = {
  open: 0,
  skatestopped: 0.6,
  under_construction: 0.6,
  closed: 0.6,
  gone: 1.3,
}

/** What one person says of a spot. */
export type Voice = {
  user_id: string
  answer: CheckAnswer
  /** The last day on which it is so. */
  until: string | null
  seen_at: number
  /** Their account was new then. */
  is_new: boolean
  /** See the table `checks`; `share` is the sharing of the spot, which nobody else confirmed. */
  proof: 'position' | 'device' | 'photo' | 'share'
}

/**
 * What a moderator decided, or a steward settled; nothing before it counts. Until the end of a settlement nothing after it
 * does, either.
 */
export type Decision = { answer: CheckAnswer; at: number; until?: string | null }

/** How a spot stands. `confirmed_at` is null when nobody confirmed it since it was shared. */
export type Stands = {
  state: SpotState
  until: string | null
  confirmed_at: number | null
  confirmed_by: number
}

const isKnown = ({ is_new }: Voice): boolean => !is_new

// Newest first, and of one person only voices that are a month apart.
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

// Measured from the newest voice of somebody whose account is not new: new accounts gain nothing by the age of the others.
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

// Of a spot that is open, or gone, people do not ask until when.
const getEnd = ({ answer, until }: Decision): string | null =>
  answer === 'closed' || answer === 'under_construction' ? (until ?? null) : null

/**
 * How a spot stands by what people say of it, by one rule (docs/decisions/0098-spot-checks.md). The same voices give the
 * same answer at any time, except that an end (`until`) passes.
 * @param now in ms; `today` is its day at the spot, or a day before
 */
export const decideStanding = (
  all: readonly Voice[],
  decision: Decision | null,
  { now, today }: { now: number; today: string },
): Stands => {
  if (decision?.until && decision.until >= today)
    return { state: decision.answer, until: getEnd(decision), confirmed_at: null, confirmed_by: 0 }
  // A clock that was ahead: nobody saw anything later than now.
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
    // What one person says again is no second person.
    .filter(({ answer, of }) => computeScore(onePerPerson(of).filter(isKnown), from) >= NEEDED[answer])
    // The newest voice comes first of two that weigh the same.
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
