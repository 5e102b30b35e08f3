import type { Db } from '../../db/open.ts'
import type { PageHead } from '../../platform/http/index.ts'
import { selectUnfurl } from './spots.queries.ts'
import { spotHead } from './unfurl.ts'

const SPOT_PATH = /^\/spots?\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i

/** The data of a spot that a link to it may show to everybody; undefined when there is no such spot. */
export const findUnfurl = selectUnfurl

/** The head of the page at a path: the preview of its link for a spot's page, null for others. */
export const headFor = async (db: Db, publicUrl: URL, path: string): Promise<PageHead | null> => {
  const id = SPOT_PATH.exec(path)?.[1]
  const spot = id && (await selectUnfurl(db, id.toLowerCase()))
  return spot ? spotHead(spot, publicUrl) : null
}
