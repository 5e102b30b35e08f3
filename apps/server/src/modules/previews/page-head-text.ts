import type { NamedKind, NamedRow } from './page-heads.queries.ts'

/** The preview text for pages that don't show their author. */
export const SENTENCES = {
  site: 'Find Your Next Skate Spot',
  post: 'A session on Nollie',
  person: 'A skater on Nollie',
  discussion: 'A discussion on Nollie',
  list: 'A list of skate spots on Nollie',
} as const

/** Returns the text for a link preview: a title, and the owner or location. */
export function buildText(kind: NamedKind, row: NamedRow): { title: string; text: string } {
  const name = row.full_name ?? row.username
  if (kind === 'people') return { title: name, text: `@${row.username}` }
  const text = kind === 'posts' && row.spot ? `${name} at ${row.spot}` : `by ${name}`
  const title = row.title?.trim() || (kind === 'posts' ? SENTENCES.post : SENTENCES.discussion)
  return { title, text }
}
