import { readTags } from '../../lib/media/photo-tags.ts'

type Tag = { description?: string } | undefined

/**
 * Parses the time in a photo's tags (`2026:11:25 21:00:00`). If there's no offset, uses this device's time zone.
 * Returns null if the time is invalid.
 */
export function parseMoment(taken: Tag, offset: Tag): string | null {
  const [, date, time] = /^(\d{4}[:-]\d\d[:-]\d\d)[ T](\d\d:\d\d:\d\d)/.exec(taken?.description ?? '') ?? []
  if (!date || !time) return null
  const zone = /^[+-]\d\d:\d\d$/.exec(offset?.description ?? '')?.[0] ?? ''
  const moment = new Date(`${date.replaceAll(':', '-')}T${time}${zone}`)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

/** Reads when a photo was taken; null if its tags don't include a time. */
export async function readTakenAt(file: Blob): Promise<string | null> {
  const exif = await readTags(file, 'exif')
  return parseMoment(exif?.DateTimeOriginal, exif?.OffsetTimeOriginal)
}
