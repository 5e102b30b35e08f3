import { useSyncExternalStore } from 'react'
import { type UploadItem, UploadQueue } from './upload-queue.ts'

const queues = new Map<string, UploadQueue>()

/** The one queue of a person for a place, e.g. a spot; it goes on while they look at other screens. */
export const uploadsOf = (person: string, slot = ''): UploadQueue => {
  const name = `${person}:${slot}`
  const known = queues.get(name) ?? new UploadQueue(person, slot)
  queues.set(name, known)
  return known
}

/** The files of a queue; draws again when one of them gets on. */
export const useUploads = (queue: UploadQueue): readonly UploadItem[] =>
  useSyncExternalStore(queue.subscribe, queue.items)
