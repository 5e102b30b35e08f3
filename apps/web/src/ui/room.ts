import { m } from '../i18n/messages.ts'

/** How many characters still fit into a field, or how many are too many. */
export const roomText = (left: number): string => {
  if (left >= 0) return left === 1 ? m.shell_left_one() : m.shell_left({ count: left })
  return left === -1 ? m.shell_over_one() : m.shell_over({ count: -left })
}
