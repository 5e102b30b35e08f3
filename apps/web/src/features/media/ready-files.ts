import { ApiError, call } from '../../lib/api.ts'
import { type SendTools, Unsent } from '../../lib/outbox/kinds.ts'
import { type FileFields, toFileFields } from './file-fields.ts'
import { forgetSentFiles, sendWaitingFiles } from './outbox-files.ts'

const POLL_MS = [300, 600, 1000, 1500, 2500, 4000]

function pause(ms: number) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * Waits until a photo is processed; a video can be posted earlier. Returns false if the server no longer has the file.
 */
async function isReady(media_id: string, kind: 'image' | 'video'): Promise<boolean> {
  for (let turn = 0; ; turn++) {
    try {
      const { status, failure } = await call('GET /api/media/:media_id', { params: { media_id } })
      if (status === 'failed') throw new Unsent('refused', failure ?? '')
      if (status === 'ready' || kind === 'video') return true
    } catch (error) {
      if (error instanceof ApiError && error.code === 'MEDIA_NOT_FOUND') return false
      throw error
    }
    await pause(POLL_MS[Math.min(turn, POLL_MS.length - 1)] ?? 4_000)
  }
}

/**
 * Uploads an outbox entry's files and returns them, in order, once they can be posted. Resumes partial
 * uploads and doesn't repeat finished ones.
 * @throws Unsent, ApiError
 */
export async function readyWaitingFiles(tools: SendTools): Promise<FileFields> {
  const media_ids = await sendWaitingFiles(tools)
  const files = await tools.files()
  for (const [index, media_id] of media_ids.entries()) {
    if (await isReady(media_id, files[index]?.kind ?? 'image')) continue
    // The server has deleted the file in the meantime, so start over.
    await forgetSentFiles(tools)
    throw new Unsent('busy', '', 1)
  }
  return toFileFields(media_ids.map((media_id, index) => ({ media_id, alt_text: files[index]?.alt_text })))
}
