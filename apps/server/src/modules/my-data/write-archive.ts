import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Db, Tx } from '../../db/open.ts'
import { syncFile } from '../../platform/files/index.ts'
import type { StoredFile } from '../media/index.ts'
import { type ArchiveFile, archiveFiles, readRows, selectMediaKeys } from './archive-contents.queries.ts'

const PAGE = 100

const README = `Your Nollie data
================

Each .json file is a list of one kind of thing that you wrote, shared, or chose. account.json is about your account.
The media folder has every photo and video listed in media.json, in the largest size we store. We removed locations
and other metadata when you uploaded them.
The only data about other people is what you could see yourself, such as names in comments, messages, and follows.
`

/** Lists a media key's stored files, smallest first. */
export type ListFiles = (key: string) => AsyncIterable<StoredFile>

type ArchiveOptions = { db: Db; listFiles: ListFiles; user_id: string; path: string }

async function* asJson(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const row of rows) {
    yield before + JSON.stringify(row)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

/** An archive being written. `ended` aborts once no one reads its bytes anymore. */
type ArchiveWriter = { zip: ZipFile; ended: AbortSignal }

// Adds an entry and resolves when the archive has consumed it. If the archive ends early, it rejects only after the
// entry's source has closed, because the source may be using a transaction.
async function addEntry(
  { zip, ended }: ArchiveWriter,
  name: string,
  content: () => Promise<Readable>,
  compress: boolean,
): Promise<void> {
  ended.throwIfAborted()
  const stream = await content()
  const stop = () => {
    const reason: unknown = ended.reason
    stream.destroy(reason instanceof Error ? reason : new Error("Couldn't write the archive"))
  }
  ended.addEventListener('abort', stop, { once: true })
  try {
    await new Promise<void>((resolve, reject) => {
      stream.once('end', resolve).once('error', reject)
      if (ended.aborted) return stop()
      zip.addReadStreamLazy(name, { compress, mode: 0o100600 }, (callback) => callback(null, stream))
    })
  } finally {
    ended.removeEventListener('abort', stop)
  }
}

async function addRows(writer: ArchiveWriter, tx: Tx, file: ArchiveFile): Promise<void> {
  return addEntry(writer, `${file.name}.json`, async () => Readable.from(asJson(readRows(tx, file))), true)
}

// Files are sorted by size. The last one has the best quality; the others are smaller copies.
async function findBest(files: AsyncIterable<StoredFile>): Promise<StoredFile | undefined> {
  let best: StoredFile | undefined
  for await (const file of files) best = file
  return best
}

async function addMedia(writer: ArchiveWriter, { db, listFiles, user_id }: ArchiveOptions): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await selectMediaKeys(db, user_id, after, PAGE)
    for (const { id, key } of page) {
      const best = await findBest(listFiles(key))
      writer.ended.throwIfAborted()
      // Media is already compressed. `listFiles` omits files that were deleted in the meantime.
      if (best) await addEntry(writer, `media/${id}/${best.file}`, best.read, false)
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.id
  }
}

/**
 * Writes a person's archive to a file and returns its size. The file appears only once it's complete. Streams the rows
 * from one snapshot, then the media files, so that memory use stays low.
 */
export async function writeArchive(options: ArchiveOptions, signal: AbortSignal): Promise<number> {
  const { db, user_id, path } = options
  const part = `${path}.part`
  const zip = new ZipFile()
  const stopped = new AbortController()
  const ended = AbortSignal.any([signal, stopped.signal])
  const writer = { zip, ended }
  // An archive error stops the writing and the entry being added.
  zip.on('error', () => stopped.abort())
  const output = createWriteStream(part, { mode: 0o600 })
  const written = pipeline(zip.outputStream, output, { signal: ended })
  // If writing the file fails, abort the entry being added, which would otherwise wait forever.
  written.catch((error: unknown) => stopped.abort(error))
  const fill = async () => {
    zip.addBuffer(Buffer.from(README), 'README.txt', { mode: 0o100600 })
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        for (const file of archiveFiles(user_id)) await addRows(writer, tx, file)
      })
    await addMedia(writer, options)
    zip.end()
  }
  try {
    await fill()
    await written
    await syncFile(part)
    await rename(part, path)
    return (await stat(path)).size
  } catch (error) {
    stopped.abort()
    await written.catch(() => {})
    await rm(part, { force: true })
    throw error
  }
}
