import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MediaFile } from '@nollie/contract/media'
import type { Sentence } from '../../../platform/languages/index.ts'
import { ChildCrashed, FileRefused, OutOfTime } from '../formats/file-refused.ts'
import type { Part, PictureFacts } from './pictures.ts'
import type { Format } from '../formats/file-format.ts'

/** A file to make images from. If `yielding` is true, uses a low-priority child, unless the pool has only one. */
export type Input = Omit<ToChild, 'part'> & { part?: Part; yielding?: boolean }

/**
 * A request to the child (picture-child.ts). Without `part`, it makes all images. The part `movie` converts an
 * animation to a movie for the video converter.
 */
export type ToChild = { path: string; format: Format; part?: Part | 'movie' }
/** The child's replies: each file as it is made, then either the facts (none for a movie) or a refusal. */
export type FromChild =
  | { file: ChildFile; bytes: Uint8Array }
  | { facts: PictureFacts | null }
  | { refused: Sentence; detail: string }

/** A file made by a child. */
type ChildFile = MediaFile | 'movie.mov'

export type PoolOptions = {
  /** Maximum concurrent children, 4 by default. processing-queue.service.ts explains how they are shared. */
  size?: number
  /** Maximum CPU seconds per image, 20 by default. Only measured on Linux. */
  cpuSeconds?: number
  /** Maximum elapsed seconds per image, generous enough for a busy machine. 120 by default. */
  wallSeconds?: number
  /**
   * Maximum size of a child's data segment in MiB, 2048 by default. The runtime reserves about 700 MiB without using
   * it. Only enforced on Linux.
   */
  memoryMiB?: number
}

/** Milliseconds between readings of a child's CPU time. */
const WATCH_MS = 250
const TICKS_PER_SECOND = 100

// Returns a process's CPU seconds so far, or null if the system doesn't report them.
function readCpuSeconds(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // After the name in parentheses, fields 12 and 13 are the user and system time in ticks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return null
  }
}

type Child = { process: ChildProcess; yielding: boolean; done: number; idle?: NodeJS.Timeout }
type OnFile = (file: MediaFile, bytes: Uint8Array) => Promise<unknown>
type OnAnyFile = (file: ChildFile, bytes: Uint8Array) => Promise<unknown>

/** If `yielding` is true, uses a low-priority child, unless the pool has only one. */
type RunOptions = { yielding?: boolean; signal?: AbortSignal | undefined }

/** Niceness of a child, so that requests take priority over photos, and photos over videos. */
const NICE = 4
const YIELDING_NICE = 10
const IDLE_MS = 60_000
/** A child is replaced after this many images, because decoders fragment memory and a new child is cheap. */
const PICTURES_PER_CHILD = 200
const PROGRAM = fileURLToPath(new URL('./picture-child.ts', import.meta.url))

// A child can read its program, its libraries, and the upload folders. It can't read the installation's data, which is
// in the same folder by default.
const ROOT = path.resolve(realpathSync(PROGRAM), '../../../../../../..')
const readable = [
  ...['node_modules', 'packages', 'apps', 'package.json'].map((name) => path.join(ROOT, name)),
  path.dirname(realpathSync(process.execPath)),
]

/** Child processes that decode untrusted images, each handling one image at a time. A child that dies is replaced. */
export class PicturePool {
  readonly #idle: Child[] = []
  readonly #busy = new Set<Child>()
  readonly #waiting: (() => void)[] = []
  /** Maximum concurrent children. */
  readonly size: number
  readonly #cpuSeconds: number
  readonly #wallSeconds: number
  readonly #memoryMiB: number
  readonly #folders: readonly string[]
  #closed = false

  /** @param folders that contain the files to decode; apart from the program, children can't read anything else */
  constructor(
    folders: readonly string[],
    { size = 4, cpuSeconds = 20, wallSeconds = 120, memoryMiB = 2048 }: PoolOptions = {},
  ) {
    this.#folders = folders
    this.size = size
    this.#cpuSeconds = cpuSeconds
    this.#wallSeconds = wallSeconds
    this.#memoryMiB = memoryMiB
  }

  #start(yielding: boolean): Child {
    const limit = process.platform === 'linux' ? `ulimit -d ${this.#memoryMiB * 1024} && ulimit -c 0 && ` : ''
    const node = [
      '--permission',
      '--allow-addons',
      ...[...readable, ...this.#folders].map((folder) => `--allow-fs-read=${folder}`),
      '--max-old-space-size=256',
      '--disable-warning=SecurityWarning',
      PROGRAM,
    ]
    const child = spawn(
      '/bin/sh',
      ['-c', `${limit}exec nice -n ${yielding ? YIELDING_NICE : NICE} "$0" "$@"`, process.execPath, ...node],
      {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        serialization: 'advanced',
        env: {},
        cwd: '/',
      },
    )
    const started: Child = { process: child, yielding, done: 0 }
    child.on('error', () => {})
    child.on('exit', () => this.#retire(started))
    return started
  }

  async #take(yielding: boolean): Promise<Child> {
    if (this.#closed) throw new ChildCrashed('the server is stopping')
    if (this.#busy.size >= this.size) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
      return this.#take(yielding)
    }
    // A process's priority can't be raised again, so low-priority children are separate.
    const at = this.#idle.findLastIndex((idle) => idle.yielding === yielding)
    const child = (at < 0 ? null : this.#idle.splice(at, 1)[0]) ?? this.#start(yielding)
    clearTimeout(child.idle)
    this.#busy.add(child)
    return child
  }

  #release(child: Child, reusable: boolean): void {
    this.#busy.delete(child)
    child.done += 1
    const reuse = reusable && !this.#closed && child.done < PICTURES_PER_CHILD && child.process.connected
    if (reuse) {
      child.idle = setTimeout(() => this.#retire(child), IDLE_MS)
      child.idle.unref()
      child.process.unref()
      child.process.channel?.unref()
      this.#idle.push(child)
    } else child.process.kill('SIGKILL')
    this.#waiting.shift()?.()
  }

  #retire(child: Child): void {
    const at = this.#idle.indexOf(child)
    if (at < 0) return
    clearTimeout(child.idle)
    this.#idle.splice(at, 1)
    child.process.kill('SIGKILL')
  }

  /**
   * Makes one file's images. Calls `onFile` with each image as it is made, in order, and awaits it.
   * @throws FileRefused (OutOfTime if it takes too long), ChildCrashed, or errors from `onFile`
   */
  async make(
    { yielding = false, ...input }: Input,
    onFile: OnFile,
    signal?: AbortSignal,
  ): Promise<PictureFacts> {
    const facts = await this.#run(input, { yielding, signal }, (file, bytes) =>
      onFile(file as MediaFile, bytes),
    )
    if (!facts) throw new ChildCrashed('the decoder sent no facts')
    return facts
  }

  /**
   * Converts an animated GIF, WebP, or PNG to a movie of JPEGs. The movie contains only bytes that this program wrote.
   * @throws FileRefused (OutOfTime if it takes too long), ChildCrashed
   */
  async makeMovie(input: Pick<ToChild, 'path' | 'format'>, options: RunOptions): Promise<Uint8Array> {
    let movie: Uint8Array | null = null
    await this.#run({ ...input, part: 'movie' }, options, async (_file, bytes) => {
      movie = bytes
    })
    if (!movie) throw new ChildCrashed('the decoder sent no movie')
    return movie
  }

  async #run(
    input: ToChild,
    { yielding = false, signal }: RunOptions,
    onFile: OnAnyFile,
  ): Promise<PictureFacts | null> {
    const child = await this.#take(yielding)
    let reusable = false
    try {
      const facts = await this.#ask(child, input, onFile, signal)
      reusable = true
      return facts
    } catch (error) {
      reusable = error instanceof FileRefused && !(error instanceof OutOfTime)
      throw error
    } finally {
      this.#release(child, reusable)
    }
  }

  #ask(child: Child, input: ToChild, onFile: OnAnyFile, signal?: AbortSignal): Promise<PictureFacts | null> {
    return new Promise((resolve, reject) => {
      let writes: Promise<unknown> = Promise.resolve()
      const end = (settle: () => void) => {
        clearTimeout(timer)
        clearInterval(watch)
        signal?.removeEventListener('abort', onAbort)
        child.process.off('message', onMessage).off('exit', onExit)
        settle()
      }
      const crash = (why: string) => end(() => reject(new ChildCrashed(why)))
      const onAbort = () => crash('the work was canceled')
      const onExit = (code: number | null, by: string | null) => crash(`the decoder ended with ${by ?? code}`)
      const onMessage = (message: unknown) => {
        const reply = message as FromChild
        if ('file' in reply) {
          writes = writes.then(() => onFile(reply.file, reply.bytes))
          writes.catch((error: unknown) => end(() => reject(error)))
        } else if ('refused' in reply) end(() => reject(new FileRefused(reply.refused, reply.detail)))
        else
          writes.then(
            () => end(() => resolve(reply.facts)),
            () => {},
          )
      }
      const late = (why: string) => end(() => reject(new OutOfTime('image', why)))
      const timer = setTimeout(() => late('out of wall time'), this.#wallSeconds * 1000)
      // A child makes many images, so subtract its earlier usage.
      const before = readCpuSeconds(child.process.pid) ?? 0
      const watch = setInterval(() => {
        const used = (readCpuSeconds(child.process.pid) ?? 0) - before
        if (used > this.#cpuSeconds) late('out of processor time')
      }, WATCH_MS)
      child.process.on('message', onMessage).on('exit', onExit)
      if (signal?.aborted) return onAbort()
      signal?.addEventListener('abort', onAbort)
      child.process.ref()
      child.process.channel?.ref()
      if (child.process.exitCode !== null || child.process.signalCode !== null)
        return crash('the decoder has exited')
      child.process.send(input, (error) => {
        if (error) crash("couldn't reach the decoder")
      })
    })
  }

  /** Kills every child. */
  close(): void {
    this.#closed = true
    for (const child of [...this.#idle, ...this.#busy]) {
      clearTimeout(child.idle)
      child.process.kill('SIGKILL')
    }
    this.#idle.length = 0
    for (const wake of this.#waiting.splice(0)) wake()
  }
}
