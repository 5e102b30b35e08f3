import { serverAnswers } from '../../lib/server-answers.ts'
import { isReachable } from '../../lib/outbox/send-or-queue.ts'
import { finishUploads, type FinishedUploads } from './finish-uploads.ts'
import type { UploadQueue } from './upload-queue.ts'

/**
 * Finishes the uploads of a form. Null if the server can't be reached, so that everything has to be queued in the
 * outbox.
 */
export async function uploadNow(queue: UploadQueue): Promise<FinishedUploads | null> {
  if (!isReachable()) return null
  const finished = await finishUploads(queue)
  return finished.mayWait && !(await serverAnswers()) ? null : finished
}
