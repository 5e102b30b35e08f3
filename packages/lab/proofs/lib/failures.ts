import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Crowd, type KnownFile } from './crowd.ts'
import type { Member } from './members.ts'
import { report } from './report.ts'

/** A temporary failure that the proof causes and fixes. */
export type Trouble = {
  name: string
  begin: () => unknown
  /** Fixes the cause, and resolves once it's fixed. */
  end: () => unknown
  seconds: number
  /** The goal for the longest time (seconds) without an acknowledged write, if there is one. */
  pauseGoalS?: number
}

export type FailingPlace = {
  url: string
  members: readonly Member[]
  file?: KnownFile | null
  onDatabase: <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>
}

const BACK_S = 5

/** Returns the longest time (seconds) without an acknowledged write after a given moment. */
function measurePause(acked: readonly { at: number }[], begun: number): number {
  const times = [begun, ...acked.map(({ at }) => at).filter((at) => at > begun)].toSorted((a, b) => a - b)
  return Math.max(...times.map((at, n) => at - (times[n - 1] ?? at))) / 1000
}

/** Causes a failure while people are active, fixes it, and reports what people experienced. */
export async function reportTrouble(
  { url, members, file, onDatabase }: FailingPlace,
  { name, begin, end, seconds, pauseGoalS }: Trouble,
): Promise<void> {
  const crowd = new Crowd(url, members, file ?? null)
  crowd.start()
  await crowd.hasRounds(2)
  const before = crowd.failed.length
  const begun = performance.now()
  await begin()
  await sleep(seconds * 1000)
  await end()
  const ended = performance.now()
  await crowd.hasRounds(3)
  await sleep(1_000)
  const late = crowd.failed.filter(({ at }) => at > ended).map(({ at }) => (at - ended) / 1000)
  const during = crowd.failed.length - before - late.length
  await crowd.stop()
  const back = Math.max(0, ...late)
  const lost = await onDatabase(
    async (client) =>
      (
        await client.query(
          `select id from unnest($1::uuid[], $2::text[]) acked (id, content)
           where (select count(*) from comments c where c.content = acked.content and c.id = acked.id) <> 1`,
          [crowd.acked.map(({ id }) => id), crowd.acked.map(({ content }) => content)],
        )
      ).rows.length,
  )
  const kinds = [...new Set(crowd.failed.map(({ what }) => what))].slice(0, 4)
  console.log(`  ${during} requests failed while it lasted${kinds.length > 0 ? `: ${kinds.join('; ')}` : ''}`)
  for (const line of [...new Set(crowd.wrong)].slice(0, 5)) console.log(`  ${line}`)
  report({
    what: `${name}: wrong answers, lost of ${crowd.acked.length}, errors before`,
    figure: `${crowd.wrong.length}, ${lost}, ${before}`,
    goal: '0, 0, 0',
    isMet: crowd.wrong.length === 0 && lost === 0 && before === 0,
  })
  report({
    what: `${name}: last error after its end`,
    figure: `${back.toFixed(1)} s`,
    goal: `${BACK_S} s`,
    isMet: back <= BACK_S,
  })
  if (pauseGoalS === undefined) return
  const pause = measurePause(crowd.acked, begun)
  report({
    what: `${name}: longest time without an acknowledged write`,
    figure: `${pause.toFixed(1)} s`,
    goal: `${pauseGoalS} s`,
    isMet: pause <= pauseGoalS,
  })
}
