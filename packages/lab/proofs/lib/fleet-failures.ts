import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../../../apps/server/src/db/open.ts'
import { type FailingPlace, type Trouble, reportTrouble } from './failures.ts'
import { killHard } from './kill-cycles.ts'
import { type Fleet, fleetMissing, startFleet } from './fleet.ts'
import { makeMembers } from './members.ts'
import { option } from './options.ts'

const seconds = option('--seconds', { whole: 10, short: 1 })
const people = option('--people', { whole: 6, short: 2 })
const lagSeconds = option('--lag', { whole: 30, short: 3 })

const FAILOVER_S = 10

/** Kills the primary database. The failure ends once the other database is the primary. */
export function killPrimary(fleet: Fleet): Trouble {
  let dead: string | null = null
  return {
    name: 'the primary database dies',
    begin: async () => {
      dead = await fleet.primary()
      if (dead) await fleet.run('kill', dead)
    },
    end: async () => {
      for (let now = null; now === null || now === dead; now = await fleet.primary()) await sleep(100)
      if (dead) await fleet.run('start', dead)
    },
    seconds: 1,
    pauseGoalS: FAILOVER_S,
  }
}

/**
 * Kills the primary's PostgreSQL, but not Patroni, as a full memory would. The failure ends once the other database is
 * the primary. Patroni restarts the dead one as a replica.
 */
export function killPostgres(fleet: Fleet): Trouble {
  let dead: string | null = null
  return {
    name: 'only PostgreSQL of the primary dies',
    begin: async () => {
      dead = await fleet.primary()
      if (dead) await killHard(fleet.postgresPid(dead))
    },
    end: async () => {
      for (let now = null; now === null || now === dead; now = await fleet.primary()) await sleep(100)
    },
    seconds: 1,
    pauseGoalS: FAILOVER_S,
  }
}

function createLag(fleet: Fleet): Trouble {
  const onReplica = async (text: string) => {
    const replica = (await fleet.primary()) === 'database-a' ? 'database-b' : 'database-a'
    await fleet.onMember(replica, (client) => client.query(text))
  }
  return {
    name: `the replica lags ${lagSeconds} s`,
    begin: () => onReplica('select pg_wal_replay_pause()'),
    end: () => onReplica('select pg_wal_replay_resume()'),
    seconds: lagSeconds,
  }
}

/** Kills one of the fleet's programs and starts it again. */
export function killProgram(fleet: Fleet, name: string): Trouble {
  return {
    name: `${name} dies`,
    begin: () => fleet.run('kill', name),
    end: () => fleet.run('start', name),
    seconds,
  }
}

/** Prepares the fleet for failures, with members who can write. */
export async function makePlace(fleet: Fleet): Promise<FailingPlace> {
  const db = openDatabase(fleet.databaseUrl, { max: 1 })
  try {
    return { url: fleet.url, members: await makeMembers(db, people), onDatabase: fleet.onDatabase }
  } finally {
    await db.destroy()
  }
}

/** Runs the proof for failures that can happen between a fleet's programs. */
export async function fleetFailures(): Promise<void> {
  const missing = fleetMissing()
  if (missing) return console.log(`  fleet: skipped, ${missing}`)
  const fleet = await startFleet()
  const place = await makePlace(fleet)
  const restart: Trouble = {
    name: 'PgBouncer restarts',
    begin: () => fleet.run('stop', 'pgbouncer'),
    end: () => fleet.run('start', 'pgbouncer'),
    seconds: 0,
  }
  for (const failure of [createLag(fleet), restart, killProgram(fleet, 'nats'), killPrimary(fleet)])
    await reportTrouble(place, failure)
}
