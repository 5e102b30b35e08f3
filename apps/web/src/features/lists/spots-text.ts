import { m } from '../../i18n/messages.ts'
import { numberText } from '../../lib/format.ts'

/** Formats the number of spots in a list. */
export function spotsText(count: number): string {
  return m.lists_spots({ count, shown: numberText(count) })
}
