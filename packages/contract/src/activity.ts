import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ACTIVITY_MAX } from './limits.ts'
import { Media } from './media.ts'
import { PersonParams } from './people.ts'
import { PostKind } from './posts.ts'
import { Id, Moment, Person } from './shapes.ts'

/**
 * Something a person did, or (`follow`) somebody who began to follow them. It leads to its post's item, its spot or the
 * person who follows.
 */
export const ActivityItem = z
  .object({
    id: Id,
    type: z.enum(['comment', 'like', 'spot_shared', 'media_added', 'follow']),
    created_at: Moment,
    /** The post commented on, liked or added, and whose it is. */
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
    /** Who follows. */
    person: Person.nullable(),
    /** The content of the comment. */
    content: z.string().nullable(),
    /** How many photos and videos were added. */
    count: z.number().int().nullable(),
    /** How many of them are videos. */
    videos: z.number().int().nullable(),
  })
  .meta({ id: 'ActivityItem' })

/** Something a person did, or (`follow`) somebody who began to follow them. */
export type ActivityItem = z.output<typeof ActivityItem>

/** The activity tab. */
export const activityEndpoints = {
  listActivity: endpoint('GET /api/people/:user_id/activity', {
    summary: `What a person did and who began to follow them, newest first: at most ${ACTIVITY_MAX.all}, of ${ACTIVITY_MAX.days} days (UTC offset in minutes as \`getTimezoneOffset\` gives it)`,
    policy: 'member',
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
