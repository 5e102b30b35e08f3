import { LIMITS } from '@nollie/contract/limits'
import { v7 as uuid } from 'uuid'
import { addToRate } from '../../../db/rate-counts.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { signal } from '../../../platform/telemetry/index.ts'
import {
  findDeclaredType,
  isAnimated,
  type Kind,
  mayBeAnimated,
  sniff,
  SNIFFED_BYTES,
} from '../formats/file-format.ts'
import { newKey } from '../file-keys.ts'
import { insertUpload, markArrived } from '../media-status.queries.ts'
import { lockStorage, type MediaRow } from '../media.queries.ts'
import type { MediaParts } from '../media-deps.ts'
import { giveUp } from '../processing/processing.service.ts'
import { findUpload } from './uploads.queries.ts'
import { readUploadHead } from '../resume-upload.store.ts'
import { say } from '../../../platform/languages/index.ts'

type Type = MediaRow['type']

const DAY = 86_400

const WRONG_TYPE = say`You can upload photos (JPEG, PNG, WebP, GIF, AVIF, HEIC) and videos (MP4, MOV, WebM).`
const NO_VIDEOS = say`This server can’t process videos. Photos are fine.`
const TOO_LARGE = {
  image: say`File too large: Image must be less than 10MB`,
  video: say`File too large: Video must be less than 50MB`,
} as const
const LIMIT = { image: LIMITS.image_bytes, video: LIMITS.video_bytes } as const

function checkSize(type: Type, bytes: number): void {
  if (bytes >= LIMIT[type]) throw new Refusal('TOO_LARGE', { detail: TOO_LARGE[type] })
}

/**
 * Inserts the row for a new upload if this person may upload it.
 * @throws Refusal WRONG_TYPE (empty file, or a declared video without an encoder), TOO_LARGE, QUOTA
 */
export async function beginUpload(
  parts: MediaParts,
  owner_id: string,
  { filetype, filename, bytes }: { filetype: string; filename: string; bytes: number },
): Promise<{ id: string }> {
  // An unknown type gets the larger limit until the whole file has arrived and its content reveals the type.
  const type = findDeclaredType(filetype, filename) ?? (parts.encoder ? 'video' : 'image')
  if (bytes === 0) throw new Refusal('WRONG_TYPE', { detail: say`This file is empty.` })
  checkSize(type, bytes)
  if (type === 'video' && !parts.encoder) throw new Refusal('WRONG_TYPE', { detail: NO_VIDEOS })
  const id = uuid()
  const { filesPerDay, storageBytes } = parts.figures
  await parts.db.transaction().execute(async (tx) => {
    if ((await lockStorage(tx, owner_id)) + bytes > storageBytes) throw new Refusal('QUOTA')
    // Deleted uploads still count toward the quota. Refused ones don't, because the transaction is rolled back.
    const sent = await addToRate(tx, {
      name: 'upload_day',
      subject: `user:${owner_id}`,
      seconds: DAY,
      times: 1,
    })
    if (sent.times > filesPerDay)
      throw new Refusal('QUOTA', {
        detail: say`You’ve uploaded ${filesPerDay} files today. Continue tomorrow.`,
      })
    await insertUpload(tx, { id, owner_id, type, bytes })
  })
  signal('upload', { outcome: 'begun', type, bytes })
  return { id }
}

/** Returns the reason to reject a complete file based on its content, or null to accept it. */
export function findRefusal(parts: MediaParts, kind: Kind | null, bytes: number): Refusal | null {
  if (!kind) return new Refusal('WRONG_TYPE', { detail: WRONG_TYPE })
  if (bytes >= LIMIT[kind.type]) return new Refusal('TOO_LARGE', { detail: TOO_LARGE[kind.type] })
  if (kind.type === 'video' && !parts.encoder) return new Refusal('WRONG_TYPE', { detail: NO_VIDEOS })
  return null
}

// Animated images become silent videos if this server can encode video. Otherwise the first frame becomes a photo.
async function chooseType(parts: MediaParts, id: string, { type, format }: Kind): Promise<Type> {
  if (type === 'video' || !parts.encoder || !mayBeAnimated(format)) return type
  return isAnimated(await readUploadHead(parts, id, LIMITS.image_bytes), format) ? 'video' : 'image'
}

/**
 * Checks a complete upload and queues it for processing. Does nothing if the upload is incomplete or already settled,
 * so it's safe to call at any time.
 * @throws Refusal WRONG_TYPE, TOO_LARGE: the item is marked failed and its bytes are deleted
 */
export async function settleUpload(parts: MediaParts, id: string): Promise<void> {
  const upload = await findUpload(parts.db, id)
  if (!upload || upload.arrived !== upload.bytes) return
  const kind = sniff(await readUploadHead(parts, id, SNIFFED_BYTES))
  const refusal = findRefusal(parts, kind, upload.bytes)
  if (refusal || !kind) {
    signal('upload', { outcome: 'refused', type: upload.type, bytes: upload.bytes })
    await giveUp(parts, id, refusal?.detail ?? WRONG_TYPE)
    throw refusal ?? new Refusal('WRONG_TYPE')
  }
  const type = await chooseType(parts, id, kind)
  await parts.db.transaction().execute((tx) => markArrived(tx, id, { type, key: newKey() }))
  signal('upload', { outcome: 'finished', type, bytes: upload.bytes })
  parts.wake()
}
