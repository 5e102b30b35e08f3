import type { UploadItem } from './upload-item.ts'
import type { UploadQueue } from './upload-queue.ts'

/** The outcome of a queue: `good` files can be posted; `stuck` ones have stopped and may be retried. */
export type FinishedUploads = {
  good: UploadItem[]
  stuck: UploadItem | null
  signedOut: boolean
  /** The server was not reached, so everything can be queued in the outbox. */
  mayWait: boolean
}

const usable = ({ state, kind }: UploadItem) =>
  state.step === 'ready' || (kind === 'video' && state.step === 'processing')

/** Retries stopped files once and waits until all are settled. Omits files that could not be processed. */
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
