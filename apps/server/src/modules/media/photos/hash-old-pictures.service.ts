import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { folderIn } from '../../../platform/files/index.ts'
import { saveHash, selectUnhashed } from './picture-hash.queries.ts'
import type { MediaParts } from '../media-deps.ts'

/** The variant to hash for an old image: it shows the whole image and is small enough to decode quickly. */
const VARIANT = '1080.webp'

async function hashOne(parts: MediaParts, id: string, key: string): Promise<void> {
  const folder = await folderIn(parts.workDir, 'hash-')
  try {
    const file = path.join(folder, VARIANT)
    await writeFile(file, await buffer(await parts.files.read(`${key}/${VARIANT}`)), { mode: 0o600 })
    const { picture_hash } = await parts.pool.make(
      { path: file, format: 'webp', part: 'facts', yielding: true },
      async () => {},
    )
    await saveHash(parts.db, id, picture_hash)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Hashes up to `limit` images that follow an id and were created before hashing existed. Skips unreadable ones. Returns
 * the last id, or null at the end.
 */
export async function hashOldPictures(
  parts: MediaParts,
  after: string,
  limit: number,
): Promise<string | null> {
  const rows = await selectUnhashed(parts.db, after, limit)
  for (const { id, key } of rows) {
    if (parts.stopping) return null
    if (key)
      await hashOne(parts, id, key).catch((error: unknown) =>
        parts.log.info({ media_id: id, err: error }, "couldn't hash a photo"),
      )
  }
  return rows.at(-1)?.id ?? null
}
