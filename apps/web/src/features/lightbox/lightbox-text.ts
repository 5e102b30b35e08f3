import { m } from '../../i18n/messages.ts'
import { getName } from '../../lib/text/person-name.ts'
import type { LightboxItem, LightboxSpot } from './lightbox-item.ts'

/** Returns an item's label for screen readers. */
export function describeItem({ media, user }: LightboxItem, spot: LightboxSpot | null): string {
  const name = getName(user)
  if (!spot) return media.type === 'video' ? m.lightbox_video({ name }) : m.lightbox_photo({ name })
  const names = { name, spot: spot.name }
  return media.type === 'video' ? m.lightbox_video_at(names) : m.lightbox_photo_at(names)
}

/** Returns the share dialog's title (MEDIA-19). */
export function getShareTitle({ media, is_cover }: LightboxItem): string {
  if (is_cover) return m.lightbox_share_cover()
  return media.type === 'video' ? m.lightbox_share_video() : m.lightbox_share_photo()
}

/** Formats the position and the total. If the list continues, the total is the number loaded so far. */
export function buildCounter(index: number, count: number, more: boolean): string {
  const names = { position: String(index + 1), total: String(count) }
  return more ? m.lightbox_counter_more(names) : m.lightbox_counter(names)
}
