import { readdirSync, readFileSync } from 'node:fs'

/** CPU time (ms) by consumer. The generator is this process. */
export type Used = { generator: number; server: number; database: number }

type Process = { pid: number; parent: number; isDatabase: boolean; ms: number }

const MS_PER_TICK = 10

function readProcess(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // User and system time, including children that have ended.
    const ticks = [11, 12, 13, 14].reduce((sum, n) => sum + Number(fields[n]), 0)
    return { pid, parent: Number(fields[1]), isDatabase: name === 'postgres', ms: ticks * MS_PER_TICK }
  } catch {
    return null
  }
}

/** Returns the total CPU time of this process and all its children; null if the system doesn't report it. */
export function processorUsed(): Used | null {
  const found = new Map<number, Process>()
  try {
    for (const name of readdirSync('/proc')) {
      const one = /^\d+$/.test(name) ? readProcess(Number(name)) : null
      if (one) found.set(one.pid, one)
    }
  } catch {
    return null
  }
  const isOurs = (one: Process | undefined): boolean =>
    one !== undefined && (one.parent === process.pid || isOurs(found.get(one.parent)))
  const { user, system } = process.cpuUsage()
  const used: Used = { generator: (user + system) / 1000, server: 0, database: 0 }
  for (const one of found.values()) if (isOurs(one)) used[one.isDatabase ? 'database' : 'server'] += one.ms
  return used
}

/** Runs `work`; returns its result and the CPU time it used. */
export async function whileCounting<T>(work: () => Promise<T>): Promise<{ result: T; used: Used | null }> {
  const before = processorUsed()
  const result = await work()
  const after = processorUsed()
  if (!before || !after) return { result, used: null }
  const used = {
    generator: after.generator - before.generator,
    server: after.server - before.server,
    database: after.database - before.database,
  }
  return { result, used }
}
