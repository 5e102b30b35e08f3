import type { Db } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { selectRelated } from './post-sets.queries.ts'
import { listText } from './feed.service.ts'

/**
 * Returns the set that a post is displayed with, including the post itself, as JSON text.
 * @throws Refusal POST_NOT_FOUND
 */
export async function relatedText(db: Db, viewer: string, id: string): Promise<string> {
  const rows = await selectRelated(db, viewer, id)
  if (rows.length === 0) throw new Refusal('POST_NOT_FOUND')
  return `{"items":${listText(rows)}}`
}
