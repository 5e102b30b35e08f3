import type { ImportFile } from '@nollie/contract'
import { IMPORT_PART_BYTES } from '@nollie/contract/imports/file-limits'
import { ApiError, call } from '../../lib/api.ts'

/** Waits (ms) before each retry of a part that didn't arrive. */
const RETRY_MS = [1_000, 3_000, 8_000, 20_000]

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function isTemporary(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.status === 0 || error.status === 429 || (error.status >= 500 && error.status !== 507))
  )
}

async function sendPart(file_id: string, number: number, bytes: Blob, signal: AbortSignal) {
  const send = () =>
    call('PUT /api/imports/files/:file_id/parts/:number', { params: { file_id, number }, bytes, signal })
  for (const ms of RETRY_MS) {
    try {
      return await send()
    } catch (error) {
      if (!isTemporary(error)) throw error
      await sleep(ms)
    }
  }
  return send()
}

/**
 * Uploads a file in parts, one at a time, so that neither side has more than a part in memory. A part that doesn't arrive
 * is sent again. `onProgress` gets the share that has arrived, from 0 to 1.
 */
export async function uploadFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ImportFile> {
  onProgress(0)
  let stored = await call('POST /api/imports/files', { body: { name: file.name, bytes: file.size }, signal })
  try {
    for (let start = 0; start < file.size; start += IMPORT_PART_BYTES) {
      const part = file.slice(start, start + IMPORT_PART_BYTES)
      stored = await sendPart(stored.id, start / IMPORT_PART_BYTES, part, signal)
      onProgress(stored.arrived / file.size)
    }
    return stored
  } catch (error) {
    // Without the file, no one can continue this upload.
    void call('DELETE /api/imports/files/:file_id', { params: { file_id: stored.id } }).catch(() => undefined)
    throw error
  }
}
