import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { VIEWER } from './visibility.queries.ts'
import { FEED_PAGE, type FeedCursor, before, newestFirst } from './feed/feed.queries.ts'
import { POST, type PostText, posts } from './post-json.queries.ts'

const ofPerson = posts(
  'posts_of_person',
  FEED_PAGE,
  sql`select ${POST} from visible_posts(${VIEWER}) p where p.user_id = $4::uuid and ${before} ${newestFirst}`,
)

const selectPictures = posts(
  'pictures_of_person',
  FEED_PAGE,
  sql`select ${POST} from visible_posts(${VIEWER}) p
    where p.user_id = $4::uuid and p.kind = 'profile_picture' and ${before} ${newestFirst}`,
)

const ofCrew = posts(
  'posts_of_crew',
  FEED_PAGE,
  sql`select ${POST} from visible_posts(${VIEWER}) p where p.crew_id = $4::uuid and ${before} ${newestFirst}`,
)

/** Returns a page of posts shared with a crew, after a cursor, newest first. */
export function selectOfCrew(
  db: Db,
  viewer: string,
  crew_id: string,
  after: FeedCursor,
): Promise<PostText[]> {
  return ofCrew(db, [viewer, after.created_at, after.id, crew_id])
}

/** Returns a page of a person's posts, or of only their profile pictures, after a cursor, newest first. */
export function selectOfPerson(
  db: Db,
  viewer: string,
  { user_id, only }: { user_id: string; only: 'posts' | 'pictures' },
  after: FeedCursor,
): Promise<PostText[]> {
  return (only === 'posts' ? ofPerson : selectPictures)(db, [viewer, after.created_at, after.id, user_id])
}
