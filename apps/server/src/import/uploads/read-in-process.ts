import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { StartRefused } from '../../platform/start-refused.ts'
import type { RawRecord } from '../read-records.ts'

/** A line from the reading process. */
export type FromReader = { record: RawRecord } | { end: true; nothing?: string } | { refused: string }

/** The size of the reading process's heap. Extracts of whole continents have the most places. */
const MEMORY_MIB = 1024
const NICE = '5'
const PROGRAM = fileURLToPath(new URL('./read-file-program.ts', import.meta.url))
const ROOT = path.resolve(realpathSync(PROGRAM), '../../../../../..')

// The process can read its program, its libraries, and the file. It can't write anything.
function listReadable(file: string): string[] {
  return [
    ...['node_modules', 'packages', 'apps', 'package.json'].map((name) => path.join(ROOT, name)),
    path.dirname(realpathSync(process.execPath)),
    file,
  ]
}

function start(file: string, name: string, signal: AbortSignal, memoryMib: number) {
  const node = [
    '--permission',
    ...listReadable(file).map((readable) => `--allow-fs-read=${readable}`),
    `--max-old-space-size=${memoryMib}`,
    '--disable-warning=SecurityWarning',
    '--disable-warning=ExperimentalWarning',
    PROGRAM,
    file,
    name,
  ]
  return spawn('nice', ['-n', NICE, process.execPath, ...node], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {},
    cwd: '/',
    signal,
    killSignal: 'SIGKILL',
  })
}

/**
 * Reads a file's records in another process. Memory doesn't grow with the file, because the process waits until the
 * records are taken.
 * @param name the file's name for messages
 * @param sayNothing receives the reason why a readable file has no records
 * @throws StartRefused if the file can't be read
 */
export async function* readInProcess(
  file: string,
  name: string,
  signal: AbortSignal,
  sayNothing: (why: string) => void = () => {},
  memoryMib = MEMORY_MIB,
): AsyncGenerator<RawRecord> {
  const child = start(file, name, signal, memoryMib)
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('close', () => resolve())
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-2048)
  })
  let isWhole = false
  try {
    for await (const text of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
      const line = JSON.parse(text) as FromReader
      if ('refused' in line) throw new StartRefused(line.refused)
      if ('record' in line) yield line.record
      else {
        isWhole = true
        if (line.nothing) sayNothing(line.nothing)
      }
    }
    await ended
    signal.throwIfAborted()
    if (!isWhole) throw explainEnd(name, errors)
  } finally {
    child.kill('SIGKILL')
  }
}

function explainEnd(name: string, errors: string): Error {
  return /heap out of memory/i.test(errors)
    ? new StartRefused(`${name} needs too much memory. Divide it into smaller files.`)
    : new Error(`The process that reads files ended early: ${errors}`)
}
