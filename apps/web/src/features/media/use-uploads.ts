import { useSelector } from '@tanstack/react-store'
import type { UploadItem } from './upload-item.ts'
import { UploadQueue } from './upload-queue.ts'

const queues = new Map<string, UploadQueue>()

/** Returns the queue for a person and a slot, e.g. a spot. The queue continues while the person is on other screens. */
export function getUploadQueue(person: string, slot = ''): UploadQueue {
  const name = `${person}:${slot}`
  const known = queues.get(name) ?? new UploadQueue(person, slot)
  queues.set(name, known)
  return known
}

/** Returns a queue's files, and rerenders when one of them changes. */
export function useUploads(queue: UploadQueue): readonly UploadItem[] {
  return useSelector(queue.shown)
}
