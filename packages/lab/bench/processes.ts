import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** What the system reports about a process (Linux). */
export type ProcessFacts = {
  pid: number
  parent: number
  command: string
  /** The total CPU time (ms) of all threads, with a resolution of 10 ms. */
  cpuMs: number
  /** The CPU time (ms) of children that have ended. */
  endedCpuMs: number
  /** The niceness; higher values mean a lower priority. */
  nice: number
  /** The resident memory in MiB. */
  memoryMiB: number
}

const TICK_MS = 10
const PAGES_PER_MIB = 256

/** Whether the system reports on other processes. */
export const reportsProcesses = existsSync('/proc/self/stat')

/** Returns what the system reports about a process; null if the process has ended. */
export function readProcess(pid: number): ProcessFacts | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The fields after the name, which is in parentheses: state, parent, ...
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const at = (index: number) => Number(fields[index])
    return {
      pid,
      parent: at(1),
      cpuMs: (at(11) + at(12)) * TICK_MS,
      nice: at(16),
      endedCpuMs: (at(13) + at(14)) * TICK_MS,
      memoryMiB: at(21) / PAGES_PER_MIB,
      command: readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim(),
    }
  } catch {
    return null
  }
}

/** Returns a process and all its descendants that are still running. */
export function processTree(pid: number): ProcessFacts[] {
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

/** Whether a process is a child that makes images for a server. */
export function makesPictures({ command }: ProcessFacts): boolean {
  return command.includes('picture-child')
}
