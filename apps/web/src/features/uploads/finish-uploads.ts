import type { UploadItem, UploadQueue } from './upload-queue.ts'

/** How the files of a queue ended: `good` can be posted, `stuck` stands still and is worth another try. */
export type FinishedUploads = { good: UploadItem[]; stuck: UploadItem | null; signedOut: boolean }

const usable = ({ state, kind }: UploadItem) =>
  state.step === 'ready' || (kind === 'video' && state.step === 'processing')

/** Tries once more what stands still and waits until nothing moves. What could not be processed is left out. */
export async function finishUploads(queue: UploadQueue): Promise<FinishedUploads> {
  for (const { id, state } of queue.items())
    if (state.step === 'paused' || (state.step === 'failed' && state.again)) queue.retry(id)
  await queue.settled()
  const items = queue.items()
  const signedOut = items.some(({ state }) => state.step === 'paused' && state.why === 'signed_out')
  const stuck = items.find(({ state }) => state.step === 'paused' || (state.step === 'failed' && state.again))
  return { good: items.filter(usable), stuck: stuck ?? null, signedOut }
}
