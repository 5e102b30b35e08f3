import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { PersonCard, PersonParams } from '../people/index.ts'
import { Cursor } from '../shapes.ts'

const FollowState = z.object({
  following: z.boolean(),
  /** The person's new follower count. */
  followers_count: z.number().int(),
})

const List = {
  policy: 'member',
  scope: 'people:read',
  rate: 'read',
  params: PersonParams,
  query: z.object({ cursor: Cursor.optional() }),
  answer: z.object({
    items: z.array(PersonCard),
    next_cursor: Cursor.nullable(),
    /** The total length of the list. */
    count: z.number().int(),
  }),
  errors: ['PERSON_NOT_FOUND', 'BAD_CURSOR'],
} as const

/** Follows and unfollows people, and lists followers and followed people. */
export const followEndpoints = {
  followPerson: endpoint('PUT /api/people/:user_id/follow', {
    summary:
      'Follow a person. Following again changes nothing. People can’t follow themselves. Returns the person’s new follower count.',
    policy: 'member',
    scope: 'people:write',
    rate: 'follow',
    params: PersonParams,
    answer: FollowState,
    errors: ['PERSON_NOT_FOUND', 'BAD_REQUEST'],
  }),
  unfollowPerson: endpoint('DELETE /api/people/:user_id/follow', {
    summary: 'Unfollow a person. Unfollowing again changes nothing. Returns the person’s new follower count.',
    policy: 'member',
    scope: 'people:write',
    rate: 'follow',
    params: PersonParams,
    answer: FollowState,
    errors: ['PERSON_NOT_FOUND'],
  }),
  listFollowers: endpoint('GET /api/people/:user_id/followers', {
    summary:
      'List a person’s followers. Sorted by number of mutual friends, most first, then by name. Paginated.',
    ...List,
  }),
  listFollowing: endpoint('GET /api/people/:user_id/following', {
    summary:
      'List the people that a person follows. Sorted by number of mutual friends, most first, then by name. Paginated.',
    ...List,
  }),
}
