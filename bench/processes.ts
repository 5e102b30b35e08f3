import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** A process as the system reports it (Linux). */
export type ProcessFacts = {
  pid: number
  parent: number
  command: string
  /** Of all its threads so far, in milliseconds, to ten of them. */
  cpuMs: number
  /** How much it stands back behind others. */
  nice: number
  /** Memory it uses, in MiB. */
  memoryMiB: number
}

const TICK_MS = 10
const PAGES_PER_MIB = 256

/** Whether the system reports other processes. */
export const reportsProcesses = existsSync('/proc/self/stat')

const factsOf = (pid: number): ProcessFacts | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // Behind the name in parentheses: state, parent, ...
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const at = (index: number) => Number(fields[index])
    return {
      ...{ pid, parent: at(1), cpuMs: (at(11) + at(12)) * TICK_MS, nice: at(16) },
      memoryMiB: at(21) / PAGES_PER_MIB,
      command: readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim(),
    }
  } catch {
    return null
  }
}

/** A process and all that it started, directly or not; those that ended meanwhile are left out. */
export const processTree = (pid: number): ProcessFacts[] => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => factsOf(Number(name)))
    .filter((facts) => facts !== null)
  const inTree = new Set([pid])
  for (let size = 0; size !== inTree.size; ) {
    size = inTree.size
    for (const facts of all) if (inTree.has(facts.parent)) inTree.add(facts.pid)
  }
  return all.filter((facts) => inTree.has(facts.pid))
}

/** Whether it makes pictures for a server. */
export const makesPictures = ({ command }: ProcessFacts): boolean => command.includes('picture-child')
