import { sql } from 'kysely'
import type { Db } from '../../../db/open.ts'
import { VIEWER } from '../visibility.queries.ts'
import { POST, type PostText, posts } from '../post-json.queries.ts'

/** Maximum number of posts by one person at one spot within ten minutes. No one posts more by hand. */
const MAX_RELATED = 50

const relatedTo = posts(
  'posts_related',
  MAX_RELATED,
  sql`select ${POST} from visible_posts(${VIEWER}) it join visible_posts(${VIEWER}) p on p.user_id = it.user_id
      and p.created_at between it.created_at - interval '5 minutes' and it.created_at + interval '5 minutes'
      and (p.id = it.id or p.spot_id = it.spot_id
        and exists (select from post_media pm join media m on m.id = pm.media_id
          where pm.post_id = p.id and m.status in ('processing', 'ready')))
    where it.id = $2::uuid
    order by p.created_at, p.id limit ${sql.lit(MAX_RELATED)}`,
)

/** Returns a post and the other posts in its set, oldest first. Empty if there is no such post. */
export function selectRelated(db: Db, viewer: string, id: string): Promise<PostText[]> {
  return relatedTo(db, [viewer, id])
}
