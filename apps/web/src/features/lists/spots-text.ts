import { m } from '../../i18n/messages.ts'
import { numberText } from '../../lib/format.ts'

/** Formats the number of spots in a list. */
export const spotsText = (count: number): string => m.lists_spots({ count, shown: numberText(count) })
