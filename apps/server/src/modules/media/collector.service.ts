import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { whileNoBackup } from '../../db/backup-lock.ts'
import {
  deleteAbandoned,
  deleteUnwanted,
  findKnownKeys,
  findUnfinished,
  markUnwanted,
  unmarkWanted,
} from './media.queries.ts'
import { removeFiles } from './media.service.ts'
import type { MediaParts } from './parts.ts'
import { settleUpload } from './uploads.service.ts'
import { arrivedBytes, listUploads, removeUploadFiles } from './uploads.store.ts'

const BATCH = 500
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function* batches<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH)
}

// Files without an upload go; a whole upload that was not settled (the server died in between) is settled now.
const sweepUploads = async (parts: MediaParts): Promise<void> => {
  const { db, uploadsDir } = parts
  await removeFiles(parts, await deleteAbandoned(db, parts.figures.abandonedAfter))
  for (const names of batches(await listUploads(uploadsDir))) {
    const ids = names.filter((name) => UUID.test(name))
    const unfinished = new Map((await findUnfinished(db, ids)).map((row) => [row.id, row]))
    for (const name of names) {
      const row = unfinished.get(name)
      if (!row) await whileNoBackup(db, () => removeUploadFiles(uploadsDir, name))
      else if (row.status === 'uploading' && (await arrivedBytes(uploadsDir, name)) === row.bytes)
        await settleUpload(parts, name).catch((error: unknown) =>
          parts.log.info({ err: error, media_id: name }, 'settled late'),
        )
    }
  }
}

// Mark, wait, look again while deleting: what a post takes in between stays.
const sweepUnwanted = async (parts: MediaParts): Promise<void> => {
  await unmarkWanted(parts.db)
  await removeFiles(parts, await deleteUnwanted(parts.db, parts.figures.unwantedFor))
  await markUnwanted(parts.db, parts.figures.abandonedAfter)
}

// Keys are in a row before their first file is written, so a key that no row names is left over from a removal that was
// cut off. Seen once it is only remembered; gone it is when nobody names it one waiting time later.
const sweepOrphans = async (parts: MediaParts, seen: Map<string, number>): Promise<void> => {
  const keys: string[] = []
  for await (const { key } of parts.files.keys()) keys.push(key)
  const orphans = new Set<string>()
  for (const batch of batches(keys)) {
    const known = await findKnownKeys(parts.db, batch)
    for (const key of batch) if (!known.has(key)) orphans.add(key)
  }
  for (const key of seen.keys()) if (!orphans.has(key)) seen.delete(key)
  const now = Date.now()
  for (const key of orphans) {
    const since = seen.get(key)
    if (since === undefined) seen.set(key, now)
    else if (now - since >= parts.figures.unwantedFor * 1000) {
      await whileNoBackup(parts.db, () => parts.files.removeKey(key))
      seen.delete(key)
    }
  }
}

const sweepWork = async (parts: MediaParts): Promise<void> => {
  for (const name of await readdir(parts.workDir)) {
    const folder = path.join(parts.workDir, name)
    const facts = await stat(folder).catch(() => null)
    const old = facts && Date.now() - facts.mtimeMs > parts.figures.leftoversAfter * 1000
    if (old) await rm(folder, { recursive: true, force: true })
  }
  await parts.files.removeTemporary(parts.figures.leftoversAfter * 1000)
}

/** One round of the collector, to be repeated; nothing that is uploaded, processed or shown is touched by it. */
export const makeCollector = (parts: MediaParts): (() => Promise<void>) => {
  const seen = new Map<string, number>()
  return async () => {
    await sweepUploads(parts)
    await sweepUnwanted(parts)
    await sweepOrphans(parts, seen)
    await sweepWork(parts)
  }
}
