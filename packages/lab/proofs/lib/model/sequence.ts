import { seeded } from '../report.ts'
import { after, type Cast, type Command, isBusy, KINDS, type Outcome, runsAlone, send } from './commands.ts'
import { differencesFor } from './seen.ts'
import { emptyState, isActive, type State, formatState } from './state.ts'
import { storedState } from './stored.ts'
import { newCast, type World } from './world.ts'

const PEOPLE = 4

/** The errors that a sequence found, and the commands that led to them. */
export type Violation = { seed: number; errors: string[]; steps: string[] }

const COMMON = [
  ...(['share', 'like', 'like', 'unlike', 'comment', 'comment', 'reply', 'reply', 'like a comment'] as const),
  ...(['save', 'follow', 'follow', 'block', 'unblock', 'share a spot', 'post at a spot'] as const),
]

// Part of people's names, so that each run of a sequence uses new names.
let runs = 0

const BEGINNING = ['share', 'share', 'share a spot', 'follow', 'block'] as const

function choose(state: State, random: (limit: number) => number): Command {
  const any = (ids: Iterable<string>): string => {
    const all = [...ids]
    return all[random(all.length)] ?? '00000000-0000-7000-8000-000000000000'
  }
  const kinds = state.posts.size < 2 ? BEGINNING : random(3) === 0 ? KINDS : COMMON
  const kind = kinds[random(kinds.length)] ?? 'share'
  const comment = any(state.comments.keys())
  return {
    kind,
    who: random(PEOPLE),
    person: random(PEOPLE),
    spot: any(state.spots.keys()),
    comment,
    post: kind === 'reply' ? (state.comments.get(comment)?.post ?? any([])) : any(state.posts.keys()),
  }
}

function words({ kind, who, person, post, comment, spot }: Command, outcome: Outcome): string {
  return `${who}: ${kind} (person ${person}, post ${post.slice(-6)}, comment ${comment.slice(-6)}, spot ${spot.slice(-6)}): ${
    outcome === null ? 'refused' : outcome || 'done'
  }`
}

/** Runs commands from a state, one at a time or in pairs. Returns the state that explains the results. */
async function step(
  cast: Cast,
  state: State,
  commands: readonly Command[],
  steps: string[],
  stored: () => Promise<State>,
) {
  const outcomes = await Promise.all(commands.map((command) => send(cast, command)))
  const done = commands.map((command, n) => ({ command, outcome: outcomes[n] ?? null }))
  steps.push(done.map(({ command, outcome }) => words(command, outcome)).join('  ||  '))
  const explained = [done, done.toReversed()].flatMap((order) => after(state, order) ?? [])
  const [first, second] = explained
  if (!first) return null
  if (!second || formatState(first) === formatState(second)) return first
  // If both orders explain the responses, the tables show which one happened.
  const found = formatState(await stored())
  return explained.find((one) => formatState(one) === found) ?? first
}

type Played = { steps: string[]; errors: string[] }

async function play(world: World, seed: number, { steps, errors }: Played): Promise<void> {
  const random = seeded(seed)
  const cast = await newCast(world, `s${seed}.${(runs += 1)}`, PEOPLE)
  const ids = cast.actors.map(({ user_id }) => user_id)
  const stored = () => storedState(world.it.db, ids)
  let state = emptyState(PEOPLE)
  for (let left = 8 + random(12); left > 0; left -= 1) {
    const first = choose(state, random)
    const second = choose(state, random)
    const atOnce = random(3) === 0 && !runsAlone(first) && !runsAlone(second)
    const next = await step(cast, state, atOnce ? [first, second] : [first], steps, stored)
    if (!next) {
      errors.push('the rules do not allow what was answered to the last step')
      return
    }
    state = next
  }
  const [wanted, found] = [formatState(state), formatState(await stored())]
  if (wanted !== found) errors.push(`the tables have ${found} instead of ${wanted}`)
  const first = random(PEOPLE)
  const viewers = [first, (first + 1) % PEOPLE].filter((who) => isActive(state, who))
  for (const viewer of viewers) errors.push(...(await differencesFor(state, cast.actors, viewer, random)))
}

/** Runs a sequence with new people, and retries if the server was too busy. Returns the violation, or null. */
export async function runSequence(world: World, seed: number): Promise<Violation | null> {
  const played: Played = { steps: [], errors: [] }
  try {
    await play(world, seed, played)
  } catch (error) {
    if (isBusy(error)) return runSequence(world, seed)
    played.errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  return played.errors.length > 0 ? { seed, ...played } : null
}
