import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ChildCrashed, FileRefused, OutOfTime } from '../formats/file-refused.ts'
import { say } from '../../../platform/languages/index.ts'

/** Limits for a program that processes an untrusted file. */
export type Limits = {
  /** CPU seconds. A file that needs more is rejected. */
  cpuSeconds: number
  /** Elapsed seconds, generous enough for a busy machine. */
  wallSeconds: number
  memoryMiB: number
  fileMiB: number
  /** Niceness from 0 to 19. */
  nice: number
}

/** Creates the refusal for a file that needs too much memory or disk. `detail` is only logged. */
export function tooLarge(detail: string): FileRefused {
  return new FileRefused(say`This video is too large to convert. Try a shorter or smaller one.`, detail)
}

/** Thrown if a program exits with a nonzero code. `output` is its stderr. */
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

// A shell sets the program's limits and waits for it. A second shell reads from a pipe that the server holds open. If
// the server dies for any reason, the pipe closes and the second shell kills the whole group. At the end, the first
// shell reports the CPU time, because a program killed for exceeding its limit looks like any other killed program.
function buildScript(limits: Limits): string {
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

// The second line of `times` is the total for the child processes.
function usedSeconds(times: string): number {
  return [...(times.trim().split('\n')[1] ?? '').matchAll(SECONDS)].reduce(
    (sum, [, minutes, seconds = '0']) => sum + Number(minutes) * 60 + Number(seconds.replace(',', '.')),
    0,
  )
}

// Shell exit codes for programs that a signal ended. Other codes above 128 come from the program itself.
const SIGNALS = new Map(
  (['SIGILL', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGKILL', 'SIGSEGV', 'SIGTERM'] as const).map((signal) => [
    128 + constants.signals[signal],
    signal,
  ]),
)
const FILE_SIZE_EXCEEDED = 128 + constants.signals.SIGXFSZ

/** How a program ended, and what it wrote. */
type Ended = { code: number | null; by: NodeJS.Signals | null; output: string; times: string; late: boolean }

// Returns why a program failed.
function explainEnd({ code, by, output, times, late }: Ended, limits: Limits): Error {
  // The limit and the reported total use different clocks, which differ by a few hundredths of a second.
  const spent = usedSeconds(times) >= limits.cpuSeconds * 0.9 - 0.2
  if (late || spent) return new OutOfTime('video', `out of ${late ? 'wall' : 'processor'} time: ${output}`)
  if (code === FILE_SIZE_EXCEEDED || /File too large/.test(output)) return tooLarge(output)
  const killedBy = by ?? SIGNALS.get(code ?? 0)
  if (killedBy) return new ChildCrashed(`the encoder was ended by ${killedBy}: ${output}`)
  return new ProgramFailed(output)
}

/**
 * Runs a program within limits and returns its output. Its process group is killed when the signal aborts or this
 * process exits.
 * @throws OutOfTime, FileRefused, ChildCrashed, ProgramFailed
 */
export function runLimited(
  program: string,
  args: readonly string[],
  limits: Limits,
  signal?: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', buildScript(limits), program, ...args], {
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
    // These pipes break when the shell's process group is killed.
    for (const stream of [child.stdio[3], child.stdio[4]]) stream?.on('error', () => {})
    const kill = () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // The process has already exited.
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
      if (signal?.aborted) return reject(new ChildCrashed('the work was canceled'))
      reject(explainEnd({ code, by, output, times, late }, limits))
    })
  })
}
