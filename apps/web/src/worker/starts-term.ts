/** Whether any word in a normalized text starts with `term`. */
export const startsTerm = (text: string, term: string): boolean =>
  text.startsWith(term) || [' ', '(', '/'].some((before) => text.includes(before + term))
