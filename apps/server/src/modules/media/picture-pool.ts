import { type ChildProcess, spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MediaFile } from '@nollie/contract/media'
import { ChildCrashed, FileRefused } from './file-refused.ts'
import type { PictureFacts } from './pictures.ts'
import type { Format } from './sniff.ts'

/** What the parent tells the child, see picture-child.ts. */
export type ToChild = { path: string; format: Format }
/** What the child answers: files as they are made, then the facts or a refusal. */
export type FromChild =
  | { file: MediaFile; bytes: Uint8Array }
  | { facts: PictureFacts }
  | { refused: string; said: string }

export type PoolOptions = {
  /** Children at once; 2 unless said otherwise. */
  size?: number
  /** Longest time for one picture; 20 s unless said otherwise. */
  timeoutMs?: number
  /**
   * Data a child may map, in MiB, of which the runtime takes some 700 untouched; 2048 unless said otherwise. Enforced
   * where the system can (Linux).
   */
  memoryMiB?: number
}

type Child = { process: ChildProcess; done: number; idle?: NodeJS.Timeout }
type OnFile = (file: MediaFile, bytes: Uint8Array) => Promise<unknown>

const IDLE_MS = 60_000
/** Decoders leave fragmented memory behind; a fresh child is cheap. */
const PICTURES_PER_CHILD = 200
const PROGRAM = fileURLToPath(new URL('./picture-child.ts', import.meta.url))

// The child reads its program, its libraries and the folders of files to decode: not the installation's data, which
// lies in the same place by default.
const ROOT = path.resolve(realpathSync(PROGRAM), '../../../../../..')
const readable = [
  ...['node_modules', 'packages', 'apps', 'package.json'].map((name) => path.join(ROOT, name)),
  path.dirname(realpathSync(process.execPath)),
]

/** Child processes that decode strangers' pictures, one each at a time; those that die are replaced. */
export class PicturePool {
  readonly #idle: Child[] = []
  readonly #busy = new Set<Child>()
  readonly #waiting: (() => void)[] = []
  readonly #size: number
  readonly #timeoutMs: number
  readonly #memoryMiB: number
  readonly #folders: readonly string[]
  #closed = false

  /** @param folders where the files to decode lie; children may read nothing else but the program */
  constructor(
    folders: readonly string[],
    { size = 2, timeoutMs = 20_000, memoryMiB = 2048 }: PoolOptions = {},
  ) {
    this.#folders = folders
    this.#size = size
    this.#timeoutMs = timeoutMs
    this.#memoryMiB = memoryMiB
  }

  #start(): Child {
    const limit = process.platform === 'linux' ? `ulimit -d ${this.#memoryMiB * 1024} && ulimit -c 0 && ` : ''
    const node = [
      '--permission',
      '--allow-addons',
      ...[...readable, ...this.#folders].map((folder) => `--allow-fs-read=${folder}`),
      '--max-old-space-size=256',
      '--disable-warning=SecurityWarning',
      PROGRAM,
    ]
    const child = spawn('/bin/sh', ['-c', `${limit}exec "$0" "$@"`, process.execPath, ...node], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      env: {},
      cwd: '/',
    })
    const started: Child = { process: child, done: 0 }
    child.on('error', () => {})
    child.on('exit', () => this.#retire(started))
    return started
  }

  async #take(): Promise<Child> {
    if (this.#closed) throw new ChildCrashed('the server is stopping')
    if (this.#busy.size >= this.#size) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
      return this.#take()
    }
    const child = this.#idle.pop() ?? this.#start()
    clearTimeout(child.idle)
    this.#busy.add(child)
    return child
  }

  #release(child: Child, reusable: boolean): void {
    this.#busy.delete(child)
    child.done += 1
    const keep = reusable && !this.#closed && child.done < PICTURES_PER_CHILD && child.process.connected
    if (keep) {
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
   * Makes the pictures of one file; `onFile` gets each as it is made, in order, and is waited for.
   * @throws FileRefused, ChildCrashed, or what `onFile` throws
   */
  async make(input: ToChild, onFile: OnFile, signal?: AbortSignal): Promise<PictureFacts> {
    const child = await this.#take()
    let reusable = false
    try {
      const facts = await this.#ask(child, input, onFile, signal)
      reusable = true
      return facts
    } catch (error) {
      reusable = error instanceof FileRefused
      throw error
    } finally {
      this.#release(child, reusable)
    }
  }

  #ask(child: Child, input: ToChild, onFile: OnFile, signal?: AbortSignal): Promise<PictureFacts> {
    return new Promise((resolve, reject) => {
      let written: Promise<unknown> = Promise.resolve()
      const end = (settle: () => void) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        child.process.off('message', onMessage).off('exit', onExit)
        settle()
      }
      const crash = (why: string) => end(() => reject(new ChildCrashed(why)))
      const onAbort = () => crash('the job was called off')
      const onExit = (code: number | null, by: string | null) => crash(`the decoder ended by ${by ?? code}`)
      const onMessage = (message: unknown) => {
        const told = message as FromChild
        if ('file' in told) {
          written = written.then(() => onFile(told.file, told.bytes))
          written.catch((error: unknown) => end(() => reject(error)))
        } else if ('refused' in told) end(() => reject(new FileRefused(told.refused, told.said)))
        else
          written.then(
            () => end(() => resolve(told.facts)),
            () => {},
          )
      }
      const timer = setTimeout(() => crash('the decoder took too long'), this.#timeoutMs)
      child.process.on('message', onMessage).on('exit', onExit)
      if (signal?.aborted) return onAbort()
      signal?.addEventListener('abort', onAbort)
      child.process.ref()
      child.process.channel?.ref()
      if (child.process.exitCode !== null || child.process.signalCode !== null)
        return crash('the decoder is gone')
      child.process.send(input, (error) => {
        if (error) crash('the decoder cannot be reached')
      })
    })
  }

  /** Ends every child at once. */
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
