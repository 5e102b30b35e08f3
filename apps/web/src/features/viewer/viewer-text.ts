import { m } from '../../i18n/messages.ts'
import { nameOf } from '../../lib/names.ts'
import type { ViewerItem, ViewerSpot } from './viewer-item.ts'

/** What an item is called for everybody who does not see it. */
export function labelOf({ media, user }: ViewerItem, spot: ViewerSpot | null): string {
  const name = nameOf(user)
  if (!spot) return media.type === 'video' ? m.viewer_video({ name }) : m.viewer_photo({ name })
  const names = { name, spot: spot.name }
  return media.type === 'video' ? m.viewer_video_at(names) : m.viewer_photo_at(names)
}

/** The title of the share dialog (MEDIA-19). */
export function shareTitleOf({ media, is_cover }: ViewerItem): string {
  if (is_cover) return m.viewer_share_cover()
  return media.type === 'video' ? m.viewer_share_video() : m.viewer_share_photo()
}

/** Which of how many; of a list that goes on, how many are known. */
export const counterOf = (index: number, count: number, more: boolean): string => {
  const names = { position: String(index + 1), total: String(count) }
  return more ? m.viewer_counter_more(names) : m.viewer_counter(names)
}
