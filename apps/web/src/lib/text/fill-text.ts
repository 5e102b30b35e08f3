/**
 * Replaces a text's marks, such as `<link>`, with parts such as links. Texts get their marks as placeholders:
 * `m.text({ link: '<link>' })`. Elements need a `key`.
 */
export const fillText = <T>(text: string, parts: Readonly<Record<string, T>>): (string | T)[] =>
  text.split(/(<\w+>)/).map((piece) => parts[piece] ?? piece)
