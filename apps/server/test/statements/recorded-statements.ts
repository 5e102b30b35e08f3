import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

// Records the statements of a whole test run, because another PostgreSQL version must support them, too. A short second
// run on that version wouldn't reach all of them.

/** Shortens lists of parameters, because their length doesn't matter. */
function normalizeStatement(text: string): string {
  return text.replaceAll(/\$\d+(?:, \$\d+)+/g, '$')
}

/** Matches statements that can be prepared. All others are settings, locks, and transactions. */
const HAS_PLAN = /^(?:\s|\/\*.*?\*\/)*(?:select|with|insert|update|delete|merge|values)\b/i

const known = new Set<string>()
let isRecording = false

/** Writes each statement from the server's pools once to this process's file in `folder`. */
export function recordStatements(folder: string, Pooled: typeof pg.Client): void {
  if (isRecording) return
  isRecording = true
  const query = Reflect.get(pg.Client.prototype, 'query') as (...given: unknown[]) => unknown
  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
    const [config] = given
    const text = typeof config === 'string' ? config : (config as { text?: unknown } | null)?.text
    if (this instanceof Pooled && typeof text === 'string' && HAS_PLAN.test(text)) {
      const shape = normalizeStatement(text)
      if (!known.has(shape)) appendFileSync(join(folder, String(process.pid)), `${JSON.stringify(text)}\n`)
      known.add(shape)
    }
    return Reflect.apply(query, this, given)
  })
}

function recordedIn(folder: string): string[] {
  const all = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').trim().split('\n'),
  )
  return [
    ...new Map(
      all.map((line) => JSON.parse(line) as string).map((text) => [normalizeStatement(text), text]),
    ).values(),
  ]
}

/** Returns why this database rejects a statement, or null if it accepts it. Doesn't run the statement. */
function findRefusal(client: pg.Client, text: string): Promise<string | null> {
  return client.query(`prepare recorded as ${text}`).then(
    () => client.query('deallocate recorded').then(() => null),
    (error: Error) => error.message,
  )
}

/**
 * Prepares all recorded statements on two databases with the same tables. Throws if the other one rejects a statement
 * that the first accepts. If both reject a statement, it uses tables that only a test creates. Returns how many both
 * accept.
 */
export async function compareStatements(folder: string, url: string, otherUrl: string): Promise<number> {
  const [first, other] = [new pg.Client(url), new pg.Client(otherUrl)]
  await Promise.all([first.connect(), other.connect()])
  try {
    let taken = 0
    const refused: string[] = []
    for (const text of recordedIn(folder)) {
      if (await findRefusal(first, text)) continue
      const refusal = await findRefusal(other, text)
      if (refusal) refused.push(`${refusal}\n${text}`)
      else taken += 1
    }
    if (refused.length > 0) throw new Error(`The other PostgreSQL refuses:\n${refused.join('\n\n')}`)
    return taken
  } finally {
    await Promise.all([first.end(), other.end()])
  }
}
