/** How paragraphs of a changeset start, in the order of the changelog. */
export const KINDS = ['Added', 'Changed', 'Fixed', 'Removed', 'Security']

/**
 * The paragraphs of a changeset, each with its kind. The kind is undefined if a paragraph doesn't start with one.
 * @param {string} summary
 */
export function parseParagraphs(summary) {
  return summary
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => {
      const [, prefix = '', text = ''] = /^(\w+): (.+)$/s.exec(paragraph) ?? []
      return {
        kind: KINDS.find((kind) => kind === prefix),
        text: text.charAt(0).toUpperCase() + text.slice(1),
      }
    })
}
