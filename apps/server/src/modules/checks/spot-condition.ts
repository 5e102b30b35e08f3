import type { CheckAnswer, SpotState } from '@nollie/contract'

const DAY = 86_400_000
/** Half-life of a report's weight. */
const HALF_LIFE = 274 * DAY
/** Each person has only one vote within this period. */
const VOICE = 30 * DAY
/** Weight of a report whose distance was measured by an offline device rather than by the server. */
const MEASURED_BY_DEVICE = 0.5
const NEW_ACCOUNT = 0.25
/** Maximum total weight of all new accounts, so that together they count less than one established person. */
const NEW_ACCOUNTS = 0.4
/** For each answer, only this many votes count, starting with the heaviest. */
const VOICES = 4
/** The minimum weight of votes from older accounts for an answer to be accepted: one recent vote, or two for `gone`. */
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
  /** The last day on which the answer applies. */
  until: string | null
  seen_at: number
  /** Whether the person's account was new when they reported. */
  is_new: boolean
  /** See the table `checks`. `share` means that the person shared the spot, and no one else confirmed it. */
  proof: 'position' | 'device' | 'photo' | 'share'
}

/**
 * A moderator's decision or a steward's settlement. Earlier reports don't count. While a settlement is in effect, later
 * ones don't count, either.
 */
export type Decision = { answer: CheckAnswer; at: number; until?: string | null }

/** A spot's condition. `confirmed_at` is null if no one has confirmed it since the spot was shared. */
export type DecidedCondition = {
  state: SpotState
  until: string | null
  confirmed_at: number | null
  confirmed_by: number
}

function isKnown({ is_new }: Voice): boolean {
  return !is_new
}

// Sorts votes newest first. Skips a vote if the same person cast a newer one within a month of it.
function takeLatest(voices: readonly Voice[]): Voice[] {
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

// Ages are relative to the newest vote by an established account, so that new accounts can't benefit from other votes
// being old.
function computeScore(voices: readonly Voice[], from: number): number {
  const weight = ({ seen_at, proof }: Voice) =>
    0.5 ** (Math.max(0, from - seen_at) / HALF_LIFE) * (proof === 'device' ? MEASURED_BY_DEVICE : 1)
  const sum = (weights: number[]) => weights.reduce((all, one) => all + one, 0)
  const known = voices.filter(isKnown).map(weight)
  const fresh = voices.filter(({ is_new }) => is_new).map((voice) => weight(voice) * NEW_ACCOUNT)
  const heaviest = known.toSorted((a, b) => b - a).slice(0, VOICES)
  return sum(heaviest) + Math.min(NEW_ACCOUNTS, sum(fresh))
}

function onePerPerson(voices: readonly Voice[]): Voice[] {
  return [...new Map(voices.toReversed().map((voice) => [voice.user_id, voice])).values()]
}

function confirmedBy(voices: readonly Voice[]): number {
  const people = (of: readonly Voice[]) => new Set(of.map(({ user_id }) => user_id)).size
  const known = people(voices.filter(isKnown))
  return known + Math.min(1, people(voices.filter(({ is_new }) => is_new)))
}

// Only closures and construction have an end date.
function getEnd({ answer, until }: Decision): string | null {
  return answer === 'closed' || answer === 'under_construction' ? (until ?? null) : null
}

/**
 * Decides a spot's condition from people's reports, using a single rule (docs/decisions/0098-spot-checks.md). The same
 * votes always give the same result, except that an end date (`until`) can pass.
 * @param now in ms; `today` is the date at the spot at that time, or the day before
 */
export function decideSpotCondition(
  all: readonly Voice[],
  decision: Decision | null,
  { now, today }: { now: number; today: string },
): DecidedCondition {
  if (decision?.until && decision.until >= today)
    return { state: decision.answer, until: getEnd(decision), confirmed_at: null, confirmed_by: 0 }
  // A device's clock may be ahead, so dates in the future are changed to now.
  const voices = all
    .map((voice) => ({ ...voice, seen_at: Math.min(voice.seen_at, now) }))
    .filter(({ seen_at }) => decision === null || seen_at > decision.at)
    .filter(({ until }) => until === null || until >= today)
  const counted = takeLatest(voices)
  if (decision)
    for (const voice of [1, 2])
      counted.push({
        user_id: `moderator ${voice}`,
        answer: decision.answer,
        until: null,
        seen_at: decision.at,
        is_new: false,
        proof: 'share' as const,
      })
  const known = counted.filter(isKnown)
  const from = Math.max(...(known.length > 0 ? known : counted).map(({ seen_at }) => seen_at))
  const answers = [...Map.groupBy(counted, ({ answer }) => answer)]
    .map(([answer, of]) => ({ answer, of, score: computeScore(of, from) }))
    // A person who reports twice doesn't count as two people.
    .filter(({ answer, of }) => computeScore(onePerPerson(of).filter(isKnown), from) >= NEEDED[answer])
    // If weights are equal, the newest vote comes first.
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
