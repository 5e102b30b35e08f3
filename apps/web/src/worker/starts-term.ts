/** Whether any term of a normalized text starts with another term. */
export const startsTerm = (text: string, term: string): boolean =>
  text.startsWith(term) || [' ', '(', '/'].some((before) => text.includes(before + term))
