import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { runWithoutBackup } from '../db/backup-lock.ts'
import type { Db } from '../db/open.ts'
import {
  AREAS,
  type Digest,
  digestContent,
  type FileStore,
  hashing,
  isNoSuchFile,
  type Storage,
  temporaryFolder,
} from '../platform/files/index.ts'
import { StartRefused } from '../platform/start-refused.ts'

/** Totals for a move. */
export type MoveSums = { files: number; bytes: number }

type Move = {
  db: Db
  from: Storage
  to: Storage
  /** Called with a progress message from time to time. */
  print: (line: string) => void
  /** Milliseconds between checks for a running backup, which needs every file in place. */
  pauseMs?: number
}

const PRINT_EVERY = 500

function orNull<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: unknown) => {
    if (isNoSuchFile(error)) return null
    throw error
  })
}

async function storedDigest(store: FileStore, name: string): Promise<Digest | null> {
  const content = await orNull(store.read(name))
  return content && digestContent(content)
}

async function copy(content: Readable, local: string): Promise<Digest> {
  const { stream, digest } = hashing()
  await pipeline(content, stream, createWriteStream(local, { mode: 0o600 }))
  return digest()
}

type Stores = { from: FileStore; to: FileStore; local: string }

async function moveFile({ db }: Move, { from, to, local }: Stores, name: string): Promise<number | null> {
  const content = await orNull(from.read(name))
  if (!content) return null
  let bytes = 0
  const there = await storedDigest(to, name)
  if (there) {
    // An interrupted move left this file.
    const here = await digestContent(content)
    if (here.sha256 !== there.sha256)
      throw new StartRefused(
        `${name} is in both storages with different content, so nothing was deleted. Delete the wrong one.`,
      )
  } else {
    const sent = await copy(content, local)
    await to.put(name, { path: local })
    // This also updates the folder's modification time, which shows garbage collectors that the folder is in use.
    await rm(local)
    const arrived = await storedDigest(to, name)
    if (arrived?.sha256 !== sent.sha256) {
      // Otherwise, the next move would treat it as complete.
      await to.remove(name)
      throw new StartRefused(
        `${name} was damaged on the way: ${arrived?.bytes ?? 0} of ${sent.bytes} bytes arrived`,
      )
    }
    bytes = sent.bytes
  }
  let isRemoved = false
  await runWithoutBackup(db, async () => {
    await from.remove(name)
    isRemoved = true
  })
  return isRemoved ? bytes : null
}

/**
 * Moves all files from one storage to another. Servers can run in the meantime; they store new files in the destination
 * and read from both. Each file is read back and compared by SHA-256 before the original is deleted. To continue an
 * interrupted move, run it again.
 * @throws StartRefused if a copy is corrupted, or if both have a file with different content
 */
export async function moveFiles(move: Move): Promise<MoveSums> {
  const { from, to, print, pauseMs = 5_000 } = move
  const sums: MoveSums = { files: 0, bytes: 0 }
  const folder = await temporaryFolder()
  try {
    for (const area of AREAS) {
      const stores = { from: from.area(area), to: to.area(area), local: path.join(folder, 'file') }
      for (let isLeft = true; isLeft; ) {
        isLeft = false
        for await (const key of stores.from.keys())
          for (const name of await stores.from.files(key)) {
            const bytes = await moveFile(move, stores, name)
            if (bytes === null) {
              isLeft = (await stores.from.stat(name)) !== null || isLeft
              continue
            }
            sums.files += 1
            sums.bytes += bytes
            if (sums.files % PRINT_EVERY === 0) print(`${sums.files} files moved`)
          }
        if (isLeft) {
          print('A backup is running. The remaining files will be moved when it finishes.')
          await sleep(pauseMs)
        }
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return sums
}
