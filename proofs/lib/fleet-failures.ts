import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../apps/server/src/db/open.ts'
import { type Trouble, reportTrouble } from './failures.ts'
import { type Fleet, fleetMissing, startFleet } from './fleet.ts'
import { makeMembers } from './members.ts'
import { option } from './options.ts'

const seconds = option('--seconds', { whole: 10, short: 1 })
const people = option('--people', { whole: 6, short: 2 })
const lagSeconds = option('--lag', { whole: 30, short: 3 })

const failoverOf = (fleet: Fleet): Trouble => {
  let dead: string | null = null
  return {
    name: 'the primary database dies',
    begin: async () => {
      dead = await fleet.primary()
      if (dead) await fleet.run('kill', dead)
    },
    // It lasts until the other one is the primary; the dead one comes back later.
    end: async () => {
      for (let now = null; now === null || now === dead; now = await fleet.primary()) await sleep(100)
      if (dead) await fleet.run('start', dead)
    },
    seconds: 1,
  }
}

const lagOf = (fleet: Fleet): Trouble => {
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

const deathOf = (fleet: Fleet, name: string): Trouble => ({
  name: `${name} dies`,
  begin: () => fleet.run('kill', name),
  end: () => fleet.run('start', name),
  seconds,
})

/** What can break between the programs of a fleet. */
export const fleetFailures = async (): Promise<void> => {
  const missing = fleetMissing()
  if (missing) return console.log(`  fleet: skipped, ${missing}`)
  const fleet = await startFleet()
  const members = await fleet.onDatabase(async () => {
    const db = openDatabase(fleet.databaseUrl, { max: 1 })
    try {
      return await makeMembers(db, people)
    } finally {
      await db.destroy()
    }
  })
  const place = { url: fleet.url, members, onDatabase: fleet.onDatabase }
  const restart: Trouble = {
    name: 'PgBouncer restarts',
    begin: () => fleet.run('stop', 'pgbouncer'),
    end: () => fleet.run('start', 'pgbouncer'),
    seconds: 0,
  }
  for (const failure of [lagOf(fleet), restart, deathOf(fleet, 'nats'), failoverOf(fleet)])
    await reportTrouble(place, failure)
}
