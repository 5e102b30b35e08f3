import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import type { Db } from '../../../apps/server/src/db/open.ts'
import { openPool } from '../../../apps/server/src/db/pool.ts'
import type { Tables } from '../../../apps/server/src/db/tables.ts'

/** An SQL expression that pgbench evaluates on each run; `:client_id` is the number of pgbench's connection. */
export class InSql {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A statement and its values, as the server sends them. */
export type Statement = { text: string; values: readonly unknown[] }

/** Whether pgbench is installed. PostgreSQL's packages include it. */
export function hasPgbench(): boolean {
  return spawnSync('pgbench', ['--version']).status === 0
}

/** Captures the statements that `work` sends, in order. */
export async function captureStatements(
  url: string,
  work: (db: Db) => Promise<unknown>,
): Promise<Statement[]> {
  const sent: Statement[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: openPool(url, { max: 1 }) }),
    log: ({ query }) => {
      sent.push({ text: query.sql, values: query.parameters })
    },
  })
  await work(db)
  await db.destroy()
  return sent
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof InSql) return value.text
  if (Array.isArray(value)) return `'{${value.join(',')}}'`
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`
}

// Each client prepares the statements once. Only `:made` and {@link InSql} variables are substituted in their text.
function buildScript(statements: readonly Statement[]): string {
  return [
    String.raw`\if :made = 0`,
    ...statements.map(({ text }, i) => `prepare s${i} as ${text.replaceAll(/\s+/g, ' ')};`),
    String.raw`\set made 1`,
    String.raw`\endif`,
    ...statements.map(({ values }, i) =>
      values.length > 0 ? `execute s${i} (${values.map(literal).join(', ')});` : `execute s${i};`,
    ),
  ].join('\n')
}

/** Runs prepared statements sequentially with pgbench; returns the runs per second. */
export function ratePerSecond(
  url: string,
  statements: readonly Statement[],
  { seconds, connections }: { seconds: number; connections: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const folder = mkdtempSync(join(tmpdir(), 'nollie-pgbench-'))
    const script = join(folder, 'script.sql')
    writeFileSync(script, buildScript(statements))
    const child = spawn('pgbench', [
      '-n',
      '-D',
      'made=0',
      '-f',
      script,
      '-T',
      String(seconds),
      '-c',
      String(connections),
      url,
    ])
    let output = ''
    child.stdout.on('data', (part) => (output += part))
    child.stderr.on('data', (part) => (output += part))
    child.once('close', () => {
      rmSync(folder, { recursive: true })
      const rate = /tps = ([\d.]+)/.exec(output)?.[1]
      if (rate) resolve(Number(rate))
      else reject(new Error(output))
    })
  })
}
