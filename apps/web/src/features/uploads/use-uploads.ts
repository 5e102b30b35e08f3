import { useSyncExternalStore } from 'react'
import { type UploadItem, UploadQueue } from './upload-queue.ts'

const queues = new Map<string, UploadQueue>()

/** The one queue of a person; it goes on while they look at other screens. */
export const uploadsOf = (owner: string): UploadQueue => {
  const known = queues.get(owner) ?? new UploadQueue(owner)
  queues.set(owner, known)
  return known
}

/** The files of a queue; draws again when one of them gets on. */
export const useUploads = (queue: UploadQueue): readonly UploadItem[] =>
  useSyncExternalStore(queue.subscribe, queue.items)
