/** Whether any word in a normalized text starts with `term`. */
export function startsTerm(text: string, term: string): boolean {
  return text.startsWith(term) || [' ', '(', '/'].some((before) => text.includes(before + term))
}
