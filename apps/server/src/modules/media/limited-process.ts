import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ChildCrashed, FileRefused, OutOfTime } from './file-refused.ts'

/** What a program that works on a stranger's file may use. */
export type Limits = {
  /** Of processor time; a file that needs more is refused. */
  cpuSeconds: number
  /** Of the clock, for a machine that is busy otherwise. */
  wallSeconds: number
  memoryMiB: number
  fileMiB: number
  /** How much it stands back behind others, from 0 to 19. */
  nice: number
}

/** More than can be worked on here, in the words people read; `said` is for the log. */
export const tooLarge = (detail: string): FileRefused =>
  new FileRefused('This video is too large to convert. Try a shorter or smaller one.', detail)

/** A program that ended by itself with another code than 0, and what it wrote about it. */
export class ProgramFailed extends Error {
  readonly output: string
  constructor(output: string) {
    super(output)
    this.output = output
    this.name = 'ProgramFailed'
  }
}

const MAX_OUTPUT = 256 * 1024
const SECONDS = /(\d+)m([\d.,]+)s/g

// A shell sets the limits for the program alone and waits for it. Beside it another reads from a pipe that the server
// holds open: when the server ends, by whatever signal, the pipe closes and the whole group is killed. At the end the
// shell writes what processor time was used: a program killed by that limit looks like any other that was killed.
const scriptOf = (limits: Limits): string => {
  const set = [
    `ulimit -t ${limits.cpuSeconds}`,
    `ulimit -f ${limits.fileMiB * 2048}`,
    'ulimit -c 0',
    ...(process.platform === 'linux' ? [`ulimit -v ${limits.memoryMiB * 1024}`] : []),
  ]
  return `
    { ${set.join(' && ')} && exec nice -n ${limits.nice} "$0" "$@" 3<&- 4>&-; } &
    work=$!
    { read -r _ <&3; kill -s KILL -- -$$; } >/dev/null 2>&1 4>&- &
    watch=$!
    exec 3<&-
    wait $work
    code=$?
    kill -s KILL $watch
    times >&4
    exit $code`
}

// Of the two lines that `times` writes the second is about the programs the shell waited for.
const usedSeconds = (times: string): number =>
  [...(times.trim().split('\n')[1] ?? '').matchAll(SECONDS)].reduce(
    (sum, [, minutes, seconds = '0']) => sum + Number(minutes) * 60 + Number(seconds.replace(',', '.')),
    0,
  )

// What a shell answers for a program that a signal ended. Other codes above 128 are the program's own.
const SIGNALS = new Map(
  (['SIGILL', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGKILL', 'SIGSEGV', 'SIGTERM'] as const).map((signal) => [
    128 + constants.signals[signal],
    signal,
  ]),
)
const FILE_SIZE_EXCEEDED = 128 + constants.signals.SIGXFSZ

/**
 * Runs a program on a video within limits, in a group of its own that ends with the signal and with this process; returns
 * what it wrote.
 * @throws OutOfTime, FileRefused, ChildCrashed, ProgramFailed
 */
export const runLimited = (
  program: string,
  args: readonly string[],
  limits: Limits,
  signal?: AbortSignal,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', scriptOf(limits), program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
      detached: true,
      env: {},
      cwd: '/',
    })
    let out = ''
    let output = ''
    let times = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      out = (out + chunk.toString()).slice(0, MAX_OUTPUT)
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-2048)
    })
    child.stdio[4]?.on('data', (chunk: Buffer) => {
      times += chunk.toString()
    })
    // Killed with its group, the shell leaves these ends broken.
    for (const stream of [child.stdio[3], child.stdio[4]]) stream?.on('error', () => {})
    const kill = () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // Already gone.
      }
    }
    let late = false
    const timer = setTimeout(() => {
      late = true
      kill()
    }, limits.wallSeconds * 1000)
    signal?.addEventListener('abort', kill)
    if (signal?.aborted) kill()
    child.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.on('close', (code, by) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', kill)
      if (code === 0) return resolve(out)
      if (signal?.aborted) return reject(new ChildCrashed('the work was called off'))
      // The clock of the limit and that of the sum differ by some hundredths.
      const spent = usedSeconds(times) >= limits.cpuSeconds * 0.9 - 0.2
      if (late || spent)
        return reject(new OutOfTime('video', `out of ${late ? 'wall' : 'processor'} time: ${output}`))
      if (code === FILE_SIZE_EXCEEDED || /File too large/.test(output)) return reject(tooLarge(output))
      const killedBy = by ?? SIGNALS.get(code ?? 0)
      if (killedBy) return reject(new ChildCrashed(`the encoder ended by ${killedBy}: ${output}`))
      reject(new ProgramFailed(output))
    })
  })
