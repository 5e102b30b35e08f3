import { runWithoutBackup } from '../../db/backup-lock.ts'
import { type FileStore, removeLeftFolders, renewFolder } from '../../platform/files/index.ts'
import {
  deleteAbandoned,
  deleteUnwanted,
  findKnownKeys,
  findUnfinished,
  markUnwanted,
  unmarkWanted,
} from './unused-media.queries.ts'
import { removeFiles } from './media.service.ts'
import type { MediaParts } from './media-deps.ts'
import { findComplete, findUnusedUploads } from './uploads/uploads.queries.ts'
import { settleUpload } from './uploads/accept-upload.service.ts'
import { idOfUploadKey, uploadKey } from './resume-upload.store.ts'

const BATCH = 500

function* batches<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH)
}

// Deletes abandoned uploads and completes work that was interrupted when a server was killed.
async function sweepUploads(parts: MediaParts): Promise<void> {
  const { db } = parts
  await removeFiles(parts, await deleteAbandoned(db, parts.figures.abandonedAfter))
  await removeFiles(
    parts,
    (await findUnusedUploads(db)).map((id) => ({ id, key: null })),
  )
  for (const id of await findComplete(db))
    await settleUpload(parts, id).catch((error: unknown) =>
      parts.log.info({ err: error, media_id: id }, 'settled late'),
    )
}

// Marks media that isn't shown anywhere, waits, and checks again before deleting, because a post may have used an item
// in the meantime.
async function sweepUnwanted(parts: MediaParts): Promise<void> {
  await unmarkWanted(parts.db)
  await removeFiles(parts, await deleteUnwanted(parts.db, parts.figures.unwantedFor))
  await markUnwanted(parts.db, parts.figures.abandonedAfter)
}

type Store = { store: FileStore; findKnown: (keys: readonly string[]) => Promise<ReadonlySet<string>> }

// A key without a row is either a leftover from an interrupted removal, or one whose row is about to be committed. The
// first round records it. A later round, after the waiting time, deletes it if it still has no row.
async function sweepOrphans(
  parts: MediaParts,
  { store, findKnown }: Store,
  seen: Map<string, number>,
): Promise<void> {
  const keys: string[] = []
  for await (const key of store.keys()) keys.push(key)
  const orphans = new Set<string>()
  for (const batch of batches(keys)) {
    const known = await findKnown(batch)
    for (const key of batch) if (!known.has(key)) orphans.add(key)
  }
  for (const key of seen.keys()) if (!orphans.has(key)) seen.delete(key)
  const now = Date.now()
  for (const key of orphans) {
    const since = seen.get(key)
    if (since === undefined) seen.set(key, now)
    else if (now - since >= parts.figures.unwantedFor * 1000) {
      await runWithoutBackup(parts.db, () => store.removeKey(key))
      seen.delete(key)
    }
  }
}

function listStores({ db, files, uploads }: MediaParts): Store[] {
  return [
    { store: files, findKnown: (keys) => findKnownKeys(db, keys) },
    {
      store: uploads,
      findKnown: async (keys) => {
        const ids = keys.map(idOfUploadKey).filter((id) => id !== null)
        return new Set([...(await findUnfinished(db, ids))].map(uploadKey))
      },
    },
  ]
}

async function sweepTemporary(parts: MediaParts): Promise<void> {
  const { tempDir, leftoversAfter } = parts.figures
  await renewFolder(parts.workDir)
  await removeLeftFolders(leftoversAfter * 1000, tempDir)
}

/**
 * Returns a function that runs one collector round. It never touches files that are being uploaded, being processed, or
 * shown.
 */
export function makeCollector(parts: MediaParts): () => Promise<void> {
  const stores = listStores(parts).map((store) => ({ ...store, seen: new Map<string, number>() }))
  let readAt = 0
  return async () => {
    await sweepTemporary(parts)
    await sweepUploads(parts)
    await sweepUnwanted(parts)
    const { orphansEvery, leftoversAfter } = parts.figures
    if (Date.now() - readAt < orphansEvery * 1000) return
    readAt = Date.now()
    for (const { seen, ...store } of stores) {
      await sweepOrphans(parts, store, seen)
      await store.store.removeTemporary(leftoversAfter * 1000)
    }
  }
}
