import { useRef } from 'react'
import type { UploadItem, UploadQueue } from '../media/index.ts'
import { addToExisting, type Sought, type SpotForm } from '../spots/index.ts'
import { shares } from './share-draft.ts'

/** Returns the form's data for finding duplicates; null if it has no position yet. */
export function toSearchedSpot(
  { point, name, spot_types }: SpotForm,
  items: readonly UploadItem[],
): Sought | null {
  return (
    point && {
      ...point,
      name: name.trim(),
      spot_types,
      media_ids: items.flatMap(({ kind, media_id }) => (kind === 'image' && media_id ? [media_id] : [])),
    }
  )
}

/** Returns a function that moves a new spot's files and description to the existing spot that it duplicates. */
export function useSameSpot(
  { userId, name }: { userId: string; name: string },
  queue: UploadQueue,
  form: SpotForm,
): (spot_id: string) => Promise<void> {
  const running = useRef(false)
  return async (spot_id) => {
    if (running.current) return
    running.current = true
    await addToExisting({ person: userId, spot_id }, form.description.trim(), queue)
    shares.clear(name)
  }
}
