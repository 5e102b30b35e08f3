import { m } from '../../i18n/messages.ts'

/** Returns a message with the number of characters left, or over the limit. */
export function charactersLeftText(left: number): string {
  return left >= 0 ? m.shell_characters_left({ count: left }) : m.shell_characters_over({ count: -left })
}
