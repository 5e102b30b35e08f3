import { readTags } from '../../lib/photo-tags.ts'

type Tag = { description?: string } | undefined

/** The moment in a photo's tags (`2026:11:25 21:00:00`, by the clock of this device without an offset); null for none. */
export function momentOf(taken: Tag, offset: Tag): string | null {
  const [, date, time] = /^(\d{4}[:-]\d\d[:-]\d\d)[ T](\d\d:\d\d:\d\d)/.exec(taken?.description ?? '') ?? []
  if (!date || !time) return null
  const zone = /^[+-]\d\d:\d\d$/.exec(offset?.description ?? '')?.[0] ?? ''
  const moment = new Date(`${date.replaceAll(':', '-')}T${time}${zone}`)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

/** Reads when a photo was taken; null where it does not say so. */
export async function readTakenAt(file: Blob): Promise<string | null> {
  const exif = await readTags(file, 'exif')
  return momentOf(exif?.DateTimeOriginal, exif?.OffsetTimeOriginal)
}
