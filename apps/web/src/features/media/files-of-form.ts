import { serverAnswers } from '../../lib/server-answers.ts'
import { isReachable } from '../../lib/outbox/send-or-queue.ts'
import { finishUploads, type FinishedUploads } from './finish-uploads.ts'
import type { UploadQueue } from './upload-queue.ts'

/**
 * Finishes the uploads of a form; null if the server cannot be reached, so that everything has to wait in the outbox of
 * this device.
 */
export async function uploadNow(queue: UploadQueue): Promise<FinishedUploads | null> {
  if (!isReachable()) return null
  const finished = await finishUploads(queue)
  return finished.mayWait && !(await serverAnswers()) ? null : finished
}
