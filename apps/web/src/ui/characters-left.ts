import { m } from '../i18n/messages.ts'

/** The text for the characters that are left in a field, or too many. */
export const roomText = (left: number): string =>
  left >= 0 ? m.shell_left({ count: left }) : m.shell_over({ count: -left })
