import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../options.ts'
import { type Answer, Line } from './client.ts'

/** A person's activity as a series of requests, each built from the previous response. Null ends the activity. */
export type Step = (before: Answer | null) => Buffer | null
/** Creates the next person's activity. */
export type Kind = () => Step

/** The outcome of a load. */
export type Outcome = {
  /** The number of arrivals. */
  offered: number
  seconds: number
  /** For successes, the time (ms) from arrival to the last response. */
  good: number[]
  /** For refusals (429 and 503), the time (ms) from arrival to the last response. */
  refused: number[]
  withoutRetry: number
  /** The number of other responses by status; 0 means no response. */
  other: Map<number, number>
  /** The number of arrivals for which no connection was free before the end. */
  unsent: number
}

const PER_ADDRESS = 200

/** Opens connections from as many IP addresses as needed for their number. */
export function linesTo(port: number, count: number): Line[] {
  return Array.from({ length: count }, (_, n) => new Line(port, `127.0.2.${1 + Math.floor(n / PER_ADDRESS)}`))
}

function empty(seconds: number): Outcome {
  return {
    offered: 0,
    seconds,
    good: [],
    refused: [],
    withoutRetry: 0,
    other: new Map(),
    unsent: 0,
  }
}

async function live(line: Line, kind: Kind, arrived: number, into: Outcome): Promise<void> {
  const step = kind()
  let answer: Answer | null = null
  for (let request = step(null); request; request = step(answer)) {
    answer = await line.ask(request)
    const { status, head } = answer
    if (status >= 200 && status < 300) continue
    if (status === 503 || status === 429) {
      into.refused.push(performance.now() - arrived)
      if (!/^retry-after: \d/im.test(head)) into.withoutRetry += 1
    } else into.other.set(status, (into.other.get(status) ?? 0) + 1)
    return
  }
  into.good.push(performance.now() - arrived)
}

/** Runs one activity at a time on each connection, which measures the server's capacity. */
export async function closedLoop(lines: readonly Line[], kind: Kind, seconds: number): Promise<Outcome> {
  const into = empty(seconds)
  const end = performance.now() + seconds * 1000
  await Promise.all(
    lines.map(async (line) => {
      while (performance.now() < end) {
        into.offered += 1
        await live(line, kind, performance.now(), into)
      }
    }),
  )
  return into
}

/** Starts a fixed number of activities per second, whether or not the server responds. */
export async function openLoop(
  lines: readonly Line[],
  kind: Kind,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Outcome> {
  const into = empty(seconds)
  const free = [...lines]
  const waiting: number[] = []
  const running = new Set<Promise<void>>()
  const send = (arrived: number): void => {
    const line = free.pop()
    if (!line) return void waiting.push(arrived)
    const work = live(line, kind, arrived, into).finally(() => {
      running.delete(work)
      free.push(line)
      const next = waiting.shift()
      if (next !== undefined) send(next)
    })
    running.add(work)
  }
  const begun = performance.now()
  for (let now = begun; now < begun + seconds * 1000; now = performance.now()) {
    const due = Math.floor(((now - begun) / 1000) * perSecond)
    for (; into.offered < due; into.offered += 1) send(begun + (into.offered / perSecond) * 1000)
    await sleep(2)
  }
  into.unsent = waiting.length
  waiting.length = 0
  await Promise.all(running)
  // The load's duration includes responses that come after the last arrival.
  into.seconds = (performance.now() - begun) / 1000
  return into
}

/** Returns the number of successes per second. */
export function goodput({ good, seconds }: Outcome): number {
  return good.length / seconds
}

/** Returns the 99th percentile in ms; 0 if there are no values. */
export function p99(times: readonly number[]): number {
  return times.length > 0 ? quantile(times, 0.99) : 0
}
