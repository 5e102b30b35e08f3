import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockUser } from '../../src/db/lock-user.ts'
import type { Db } from '../../src/db/open.ts'
import { member, type TestPerson } from '../actors/people.ts'
import { startOpenIdProvider } from '../services/openid-provider.ts'
import { ORIGIN, testApp } from '../world/app.ts'
import { until } from '../world/until.ts'
import { ACCOUNT_ACTS, type AccountsApp, type Act } from './account-acts.ts'

let it: AccountsApp
let close: () => Promise<void>
beforeAll(async () => {
  const club = await startOpenIdProvider(ORIGIN)
  const app = await testApp({ accounts: { providers: [club.settings], wallets: ['ethereum'] } })
  it = { ...app, issuer: club.issuer }
  close = async () => {
    await app.close()
    await club.close()
  }
})
afterAll(() => close())

let count = 0
function someone(): Promise<TestPerson> {
  count += 1
  return member(it, `skater${count}`)
}

/** Which of an account's rows each table has. */
const ROWS: Record<string, string> = {
  sessions: 'user_id = $1',
  accounts: 'user_id = $1',
  access_tokens: 'user_id = $1',
  factors: 'user_id = $1',
  recovery_codes: 'user_id = $1',
  factor_recoveries: 'user_id = $1',
  factor_challenges: 'user_id = $1',
  trusted_devices: 'user_id = $1',
  used_devices: 'user_id = $1',
  passkeys: 'user_id = $1',
  phones: 'user_id = $1',
  email_changes: 'user_id = $1',
  account_deletions: 'user_id = $1',
  profiles: 'user_id = $1',
  verifications: "value in ($1::text, 'not-me:' || $1::text)",
  sign_in_codes: 'email = (select email from users where id = $1)',
  provider_requests: 'email = (select email from users where id = $1)',
  phone_codes: 'number = (select number from phones where user_id = $1)',
}

/** Returns the tables in which another transaction has locked one of a person's rows. */
async function findLocked(db: Db, user_id: string): Promise<string[]> {
  const locked: string[] = []
  for (const [table, condition] of Object.entries(ROWS)) {
    const where = sql.join(
      condition.split(/\$1(?:::text)?/).map((text) => sql.raw(text)),
      sql`${user_id}`,
    )
    const from = sql`from ${sql.table(table)} where ${where}`
    const { rows } = await sql<{ all: number; free: number }>`
      with free as materialized (select ctid ${from} for no key update skip locked)
      select (select count(*)::int ${from}) as all, (select count(*)::int from free) as free`.execute(db)
    if (rows[0]?.all !== rows[0]?.free) locked.push(table)
  }
  return locked
}

/** Waits until each of these changes either waits for a lock or has ended. */
function waiting(db: Db, started: readonly { isOver: boolean }[]): Promise<void> {
  return until(
    async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db)
      const running = started.filter(({ isOver }) => !isOver).length
      expect(rows[0]?.n).toBeGreaterThanOrEqual(running)
    },
    { timeout: 60_000 },
  )
}

test.for(Object.entries(ACCOUNT_ACTS))('%s locks the account before its rows', async ([, prepare]) => {
  const who = await someone()
  const act = await prepare(it, who)
  const { locked, acted } = await it.db.transaction().execute(async (tx) => {
    await lockUser(tx, who.user_id)
    const acted = act()
    await waiting(it.db, [{ isOver: false }])
    return { locked: await findLocked(it.db, who.user_id), acted }
  })
  expect(locked).toEqual([])
  expect(await acted).toBeLessThan(300)
})

/** Runs two changes of one account at the same time: both wait for it, in this order, until it's free. */
async function runBoth(...both: [Act, Act]): Promise<number[]> {
  const who = await someone()
  const acts: (() => Promise<number>)[] = []
  for (const prepare of both) acts.push(await prepare(it, who))
  const acted = await it.db.transaction().execute(async (tx) => {
    await lockUser(tx, who.user_id)
    const started: { isOver: boolean; acted: Promise<number> }[] = []
    for (const act of acts) {
      const one = { isOver: false, acted: act() }
      void one.acted.finally(() => (one.isOver = true)).catch(() => {})
      started.push(one)
      await waiting(it.db, started)
    }
    return { all: Promise.all(started.map((one) => one.acted)) }
  })
  return acted.all
}

// Each of these once held a lock that another one waited for.
const ONCE_DEADLOCKED = [
  'a password reset',
  '“It wasn’t me”',
  'a finished recovery',
  'a deletion by link',
  'an undone email change',
  'a removed phone number',
  'a sign-in with a provider',
]
const others = Object.keys(ACCOUNT_ACTS).filter((name) => !ONCE_DEADLOCKED.includes(name))
const PAIRS = [
  ...ONCE_DEADLOCKED.map((name) => [name, ONCE_DEADLOCKED] as const),
  ...others.map((name) => [name, ['“It wasn’t me”']] as const),
]

function getAct(name: string): Act {
  const act = ACCOUNT_ACTS[name]
  if (!act) throw new Error(`no such change: ${name}`)
  return act
}

test.for(PAIRS)('%s and another change at the same moment both get an answer', async ([name, seconds]) => {
  for (const second of seconds)
    for (const [one, other] of [
      [name, second],
      [second, name],
    ] as const) {
      const statuses = await runBoth(getAct(one), getAct(other))
      expect(Math.max(...statuses), `${one}, then ${other}`).toBeLessThan(500)
    }
})
