import type { Media } from '@nollie/contract'
import { ApiError, call } from '../../lib/api.ts'
import type { SendError } from './send-file.ts'

const POLL_MS = [300, 600, 1000, 1500, 2500, 4000]

function pause(ms: number) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

type Asking = { signal: AbortSignal; isWanted: () => boolean }

/**
 * Polls a file until the server has processed it. Returns null if the file is no longer wanted.
 * @throws ApiError
 */
export async function untilProcessed(media_id: string, { signal, isWanted }: Asking): Promise<Media | null> {
  for (let turn = 0; !signal.aborted && isWanted(); turn++) {
    const media = await call('GET /api/media/:media_id', { params: { media_id }, signal })
    if (media.status === 'ready' || media.status === 'failed') return media
    await pause(POLL_MS[Math.min(turn, POLL_MS.length - 1)] ?? 4000)
  }
  return null
}

/** Converts a polling error to an upload error. If the server no longer has the file, the queue handles it. */
export function toPollingError(error: unknown): SendError {
  if (!(error instanceof ApiError)) return { why: 'unreachable' }
  if (error.code === 'SESSION_MISSING') return { why: 'signed_out' }
  if (error.status === 429 || error.status === 503) return { why: 'busy', wait: error.retryAfter ?? 5 }
  return { why: 'unreachable' }
}
