import { useSelector } from '@tanstack/react-store'
import type { UploadItem } from './upload-item.ts'
import { UploadQueue } from './upload-queue.ts'

const queues = new Map<string, UploadQueue>()

/** The queue of a person and a slot, e.g. a spot; it continues while they use other screens. */
export const getUploadQueue = (person: string, slot = ''): UploadQueue => {
  const name = `${person}:${slot}`
  const known = queues.get(name) ?? new UploadQueue(person, slot)
  queues.set(name, known)
  return known
}

/** The files of a queue; rerenders when one of them changes. */
export const useUploads = (queue: UploadQueue): readonly UploadItem[] => useSelector(queue.shown)
