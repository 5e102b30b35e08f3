import { serverAnswers } from '../../lib/server-answers.ts'
import { isReachable } from '../../lib/outbox/send-or-queue.ts'
import { finishUploads, type FinishedUploads } from './finish-uploads.ts'
import type { UploadQueue } from './upload-queue.ts'

/**
 * Finishes a form's uploads. Returns null if the server can't be reached, in which case everything must go into the
 * outbox.
 */
export async function uploadNow(queue: UploadQueue): Promise<FinishedUploads | null> {
  if (!isReachable()) return null
  const finished = await finishUploads(queue)
  return finished.mayWait && !(await serverAnswers()) ? null : finished
}
