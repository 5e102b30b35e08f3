/** The words that start paragraphs in a changeset, in changelog order. */
export const KINDS = ['Operators must act', 'Added', 'Changed', 'Fixed', 'Removed', 'Security']

/**
 * Splits a changeset into paragraphs, each with its kind; undefined if the paragraph doesn't start with a kind.
 * @param {string} summary
 */
export function parseParagraphs(summary) {
  return summary
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => {
      const [, prefix = '', text = ''] = /^([\w ]+): (.+)$/s.exec(paragraph) ?? []
      return {
        kind: KINDS.find((kind) => kind === prefix),
        text: text.charAt(0).toUpperCase() + text.slice(1),
      }
    })
}
