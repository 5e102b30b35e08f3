/**
 * Replaces a text's marks, such as `<link>`, with parts such as links. Texts get their marks as placeholders:
 * `m.text({ link: '<link>' })`. Elements need a `key`.
 */
export function fillText<T>(text: string, parts: Readonly<Record<string, T>>): (string | T)[] {
  return text.split(/(<\w+>)/).map((piece) => parts[piece] ?? piece)
}
