import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ACTIVITY_MAX } from '../limits.ts'
import { Media } from '../media/index.ts'
import { PostKind } from '../posts/index.ts'
import { Id, Moment, Person } from '../shapes.ts'
import { PersonParams } from './people.ts'

/** An action by a person or, for `follow`, by a current follower. It links to the item, spot, or follower. */
export const ActivityItem = z
  .object({
    id: Id,
    type: z.enum(['comment', 'like', 'spot_shared', 'media_added', 'follow']),
    created_at: Moment,
    /** The post that was commented on, liked, or added, with its author. */
    post: z
      .object({
        id: Id,
        kind: PostKind,
        title: z.string(),
        media_index: z.number().int(),
        media: Media.nullable(),
        user: Person,
      })
      .nullable(),
    spot: z.object({ id: Id, name: z.string() }).nullable(),
    /** The follower. */
    person: Person.nullable(),
    /** The comment's text. */
    content: z.string().nullable(),
    /** The number of photos and videos that were added. */
    count: z.number().int().nullable(),
    /** The number of videos among them. */
    videos: z.number().int().nullable(),
  })
  .meta({ id: 'ActivityItem' })

/** An action by a person or, for `follow`, by one of their current followers. */
export type ActivityItem = z.output<typeof ActivityItem>

/** The profile's activity tab. */
export const activityEndpoints = {
  listActivity: endpoint('GET /api/people/:user_id/activity', {
    summary: `List a person’s actions and new followers, newest first. Returns up to ${ACTIVITY_MAX.all} items from the last ${ACTIVITY_MAX.days} dates with activity. Dates use \`offset\`, the viewer’s UTC offset in minutes as returned by \`getTimezoneOffset\`.`,
    policy: 'member',
    scope: 'people:read',
    rate: 'read',
    params: PersonParams,
    query: z.object({
      offset: z
        .string()
        .regex(/^-?\d{1,4}$/)
        .transform(Number)
        .pipe(z.number().int().min(-1440).max(1440))
        .default(0),
    }),
    answer: z.object({ items: z.array(ActivityItem) }),
    errors: ['PERSON_NOT_FOUND'],
  }),
}
