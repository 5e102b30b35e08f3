/** Whether a term of a folded text begins with another one. */
export const startsTerm = (text: string, term: string): boolean =>
  text.startsWith(term) || [' ', '(', '/'].some((before) => text.includes(before + term))
