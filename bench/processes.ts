import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** A process as the system reports it (Linux). */
export type ProcessFacts = {
  pid: number
  parent: number
  command: string
  /** Processor time of all threads so far in ms, with a resolution of 10 ms. */
  cpuMs: number
  /** Processor time of its ended children in ms. */
  endedCpuMs: number
  /** Its niceness: higher means lower priority. */
  nice: number
  /** Resident memory in MiB. */
  memoryMiB: number
}

const TICK_MS = 10
const PAGES_PER_MIB = 256

/** Whether the system reports other processes. */
export const reportsProcesses = existsSync('/proc/self/stat')

/** The facts of a process; null if it has ended. */
export const readProcess = (pid: number): ProcessFacts | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The fields after the name in parentheses: state, parent, ...
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const at = (index: number) => Number(fields[index])
    return {
      ...{ pid, parent: at(1), cpuMs: (at(11) + at(12)) * TICK_MS, nice: at(16) },
      endedCpuMs: (at(13) + at(14)) * TICK_MS,
      memoryMiB: at(21) / PAGES_PER_MIB,
      command: readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim(),
    }
  } catch {
    return null
  }
}

/** A process and all its descendants that still run. */
export const processTree = (pid: number): ProcessFacts[] => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((facts) => facts !== null)
  const inTree = new Set([pid])
  for (let size = 0; size !== inTree.size; ) {
    size = inTree.size
    for (const facts of all) if (inTree.has(facts.parent)) inTree.add(facts.pid)
  }
  return all.filter((facts) => inTree.has(facts.pid))
}

/** Whether it is a child that makes pictures for a server. */
export const makesPictures = ({ command }: ProcessFacts): boolean => command.includes('picture-child')
