import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { onTestFinished } from 'vitest'

export const isRoot = process.getuid?.() === 0
export const PROGRAM = fileURLToPath(new URL('./holder-program.ts', import.meta.url))

type HolderEvent = {
  ready?: true
  refused?: string
  name?: string
  info?: string
  error?: string
} & Partial<Ready>
type Ready = { url: string; adminUrl: string; pid: number; adopted: boolean }

/** Creates an empty folder. After the test, deletes it along with any database that is still running in it. */
export function emptyFolder(parent: string = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'nollie-house-'))
  chmodSync(folder, 0o711)
  onTestFinished(async () => {
    const pid = findPostmaster(join(folder, 'data'))
    if (pid) await killed(pid)
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** Returns the process id of this folder's PostgreSQL server. 0 if there is none in this container. */
export function findPostmaster(dataDir: string): number {
  const files = join(dataDir, 'postgres', 'cluster')
  const file = join(files, 'postmaster.pid')
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0
  if (!pid || !lives(pid)) return 0
  if (process.platform !== 'linux') return pid
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(files) ? pid : 0
  } catch {
    return 0
  }
}

/** Whether a process is alive. Zombie processes don't count. PostgreSQL removes its PID file just before it ends. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

export async function killed(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    return
  }
  while (lives(pid)) await new Promise((resolve) => setTimeout(resolve, 10))
}

export type Holder = {
  child: ChildProcess
  output: HolderEvent[]
  /** Resolves when the database accepts connections. Rejects with the program's output if it ends first. */
  ready: Promise<Ready>
  ended: Promise<number | null>
  kill: () => Promise<void>
  stop: () => Promise<number | null>
}

type Started = { settings?: object; uid?: number; program?: string; args?: string[] }

/** Starts the program for `dataDir` as a separate process. */
export function holder(
  dataDir: string,
  { settings = {}, uid, program = PROGRAM, args = [JSON.stringify(settings)] }: Started = {},
): Holder {
  const child = spawn(process.execPath, [program, dataDir, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
  const output: HolderEvent[] = []
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const ready = new Promise<Ready>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = JSON.parse(line) as HolderEvent
      output.push(event)
      if (event.ready) resolve(event as Ready)
      if (event.refused) reject(Object.assign(new Error(event.refused), { name: event.name }))
    })
    void ended.then((code) => reject(new Error(`ended with ${code}`)))
  })
  ready.catch(() => {})
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return await ended
  }
  onTestFinished(async () => void (await end('SIGKILL')))
  return {
    child,
    output,
    ready,
    ended,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}

/** Runs one statement over a separate connection. Returns the rows as arrays. */
export async function ask(url: string, statement: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text: statement, rowMode: 'array' })).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether tests can create file systems. */
export const mountsWork =
  isRoot &&
  process.platform === 'linux' &&
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0

/** Creates a file system with this size in megabytes, which is removed after the test. */
export function smallDisk(megabytes: number): string {
  const disk = join(emptyFolder(), 'disk')
  mkdirSync(disk, { mode: 0o755 })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'none', disk])
  onTestFinished(async () => {
    const pid = findPostmaster(join(disk, 'data'))
    if (pid) await killed(pid)
    spawnSync('umount', ['-l', disk])
  })
  return disk
}
