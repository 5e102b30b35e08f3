import type { UploadItem } from './upload-item.ts'
import type { UploadQueue } from './upload-queue.ts'

/** The outcome of a queue's uploads. `good` files can be posted; `stuck` is a file that stopped and may be retried. */
export type FinishedUploads = {
  good: UploadItem[]
  stuck: UploadItem | null
  signedOut: boolean
  /** Whether everything can go into the outbox, because the server couldn't be reached. */
  mayWait: boolean
}

function usable({ state, kind }: UploadItem) {
  return state.step === 'ready' || (kind === 'video' && state.step === 'processing')
}

/** Retries stopped files once and waits until all of them settle. Leaves out files that couldn't be processed. */
export async function finishUploads(queue: UploadQueue): Promise<FinishedUploads> {
  for (const { id, state } of queue.items())
    if (state.step === 'paused' || (state.step === 'failed' && state.again)) queue.retry(id)
  await queue.settled()
  const items = queue.items()
  const signedOut = items.some(({ state }) => state.step === 'paused' && state.why === 'signed_out')
  const stuck = items.find(({ state }) => state.step === 'paused' || (state.step === 'failed' && state.again))
  const mayWait = items.some(({ state }) => state.step === 'paused' && state.why === 'unreachable')
  return { mayWait, good: items.filter(usable), stuck: stuck ?? null, signedOut }
}
