import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Db, Tx } from '../../db/open.ts'
import type { StoredFile } from '../media/index.ts'
import { type ArchiveFile, archiveFiles, readRows, selectOwnKeys } from './export.queries.ts'

const PAGE = 100

const README = `Everything of yours at Nollie
=============================

The .json files hold what you wrote, shared and chose, one list each; account.json says who you are.
media/<id>/ holds each photo and video of media.json once, in the best size that is stored (positions and other
metadata were removed when you uploaded them).
Of other people there is what you could see yourself: names under comments, messages and follows.
`

/** Where the files of the media are, by the front door of media. */
export type FilesOf = (key: string) => AsyncIterable<StoredFile>

type Made = { db: Db; filesOf: FilesOf; user_id: string; path: string }

async function* asJson(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const row of rows) {
    yield before + JSON.stringify(row)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

/** The archive in the making; `ended` once nothing reads its bytes any more. */
type Making = { zip: ZipFile; ended: AbortSignal }

// One entry at a time: the next begins when the archive has taken the last byte of this one. An entry whose bytes nobody
// takes ends as well, and not before whatever it reads from has: a transaction waits for it.
const addEntry = (
  { zip, ended }: Making,
  name: string,
  content: () => Readable,
  compress: boolean,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let stream: Readable | undefined
    const stop = () => {
      const reason: unknown = ended.reason
      if (stream)
        stream.destroy(reason instanceof Error ? reason : new Error('The archive cannot be written'))
      else reject(reason)
    }
    if (ended.aborted) return stop()
    ended.addEventListener('abort', stop, { once: true })
    const settle = (done: () => void) => {
      ended.removeEventListener('abort', stop)
      done()
    }
    zip.addReadStreamLazy(name, { compress, mode: 0o100600 }, (give) => {
      if (ended.aborted) return
      stream = content()
      stream.once('end', () => settle(resolve))
      stream.once('error', (error) => settle(() => reject(error)))
      give(null, stream)
    })
  })

const addRows = async (making: Making, tx: Tx, file: ArchiveFile): Promise<void> =>
  addEntry(making, `${file.name}.json`, () => Readable.from(asJson(readRows(tx, file))), true)

// The files come from the smallest to the best; the others are copies of it for screens.
const bestOf = async (files: AsyncIterable<StoredFile>): Promise<StoredFile | undefined> => {
  let best: StoredFile | undefined
  for await (const file of files) best = file
  return best
}

const addMedia = async (making: Making, { db, filesOf, user_id }: Made): Promise<void> => {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await selectOwnKeys(db, user_id, after, PAGE)
    for (const { id, key } of page) {
      const best = await bestOf(filesOf(key))
      making.ended.throwIfAborted()
      // Packed as it is; what went meanwhile is left out by filesOf.
      if (best) await addEntry(making, `media/${id}/${best.file}`, best.read, false)
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.id
  }
}

/**
 * Writes the archive of a person to a file that appears when it is whole; returns its size. Rows of one snapshot, then files;
 * neither is ever in memory as a whole.
 */
export const writeArchive = async (made: Made, signal: AbortSignal): Promise<number> => {
  const { db, user_id, path } = made
  const part = `${path}.part`
  const zip = new ZipFile()
  const stopped = new AbortController()
  const ended = AbortSignal.any([signal, stopped.signal])
  const making = { zip, ended }
  // What it cannot pack ends the writing, and with it the waiting of whoever fills it.
  zip.on('error', () => stopped.abort())
  const output = createWriteStream(part, { mode: 0o600 })
  const written = pipeline(zip.outputStream, output, { signal: ended })
  // An entry in the making never ends by itself once the file cannot be written.
  written.catch((error: unknown) => stopped.abort(error))
  const filled = async () => {
    zip.addBuffer(Buffer.from(README), 'README.txt', { mode: 0o100600 })
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        for (const file of archiveFiles(user_id)) await addRows(making, tx, file)
      })
    await addMedia(making, made)
    zip.end()
  }
  try {
    await filled()
    await written
    const handle = await open(part, 'r+')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, path)
    return (await stat(path)).size
  } catch (error) {
    stopped.abort()
    await written.catch(() => {})
    await rm(part, { force: true })
    throw error
  }
}
