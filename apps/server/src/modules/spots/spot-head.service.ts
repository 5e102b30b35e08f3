import type { Db } from '../../db/open.ts'
import type { PageHead } from '../../platform/http/index.ts'
import { selectUnfurl } from './spots.queries.ts'
import { spotHead } from './unfurl.ts'

const SPOT_PATH = /^\/spots?\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i

/** What the link to a spot may show to everybody; undefined when there is no such spot. */
export const findUnfurl = selectUnfurl

/** The head of the page at a path: of a spot's page what its link shows in a chat, of others null. */
export const headFor = async (db: Db, publicUrl: URL, path: string): Promise<PageHead | null> => {
  const id = SPOT_PATH.exec(path)?.[1]
  const spot = id && (await selectUnfurl(db, id.toLowerCase()))
  return spot ? spotHead(spot, publicUrl) : null
}
