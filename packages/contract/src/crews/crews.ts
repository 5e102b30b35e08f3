import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Post } from '../posts/posts.ts'
import { Cursor, Id, IdempotencyHeaders, Moment, Person } from '../shapes.ts'
import { SpotCard } from '../spots/spots.ts'
import { Filled, Line } from '../texts.ts'

const Name = Line(LIMITS.crew_name_max).pipe(Filled)

/** A crew as shown in lists, on spots, and on posts; sent only to its members. */
export const CrewName = z.object({ id: Id, name: z.string() }).meta({ id: 'CrewName' })
/** A crew as shown in lists, on spots, and on posts; sent only to its members. */
export type CrewName = z.output<typeof CrewName>

const Role = z.enum(['owner', 'member'])

/** A crew in the viewer's own list of crews. */
export const CrewSummary = CrewName.extend({
  /** The viewer's role in the crew. */
  role: Role,
  /** The number of members that the viewer can see, including the viewer. */
  members_count: z.number().int(),
}).meta({ id: 'CrewSummary' })
/** One of the viewer's crews, as shown in their list. */
export type CrewSummary = z.output<typeof CrewSummary>

/** The viewer's pending invitation to a crew. */
export const CrewInvitation = z
  .object({ crew: CrewName, invited_by: Person, created_at: Moment })
  .meta({ id: 'CrewInvitation' })
/** The viewer's pending invitation to a crew. */
export type CrewInvitation = z.output<typeof CrewInvitation>

/** A crew's page, as shown to its members. */
export const Crew = CrewName.extend({
  /** The viewer's role in the crew. */
  role: Role,
  /** The members that the viewer can see: the owner first, then in order of joining. */
  members: z.array(z.object({ user: Person, role: Role, joined_at: Moment })),
  /**
   * People who were invited and haven't joined; empty unless the viewer is the owner. People who declined stay listed
   * until the invitation expires.
   */
  invited: z.array(z.object({ user: Person, created_at: Moment })),
  created_at: Moment,
  /** Whether moderators hid the name, which is then a neutral one until the owner picks another. Only for the owner. */
  is_name_hidden: z.boolean(),
}).meta({ id: 'Crew' })
/** A crew's page, as shown to its members. */
export type Crew = z.output<typeof Crew>

const CrewParams = z.object({ crew_id: Id })
const CrewPersonParams = z.object({ crew_id: Id, user_id: Id })
const CrewIn = z.object({ name: Name }).meta({ id: 'CrewIn' })

const WRITE = { policy: 'member', scope: 'crews:write', rate: 'crew' } as const
const READ = { policy: 'member', scope: 'crews:read', rate: 'read' } as const

/**
 * Crews are named groups that a spot or post can be shared with. To nonmembers, every operation responds as if the id
 * were unknown.
 */
export const crewEndpoints = {
  listCrews: endpoint('GET /api/crews', {
    summary: `List the viewer’s crews by name (up to ${LIMITS.crews_max}) and their pending invitations, newest first`,
    ...READ,
    answer: z.object({ items: z.array(CrewSummary), invitations: z.array(CrewInvitation) }),
  }),
  createCrew: endpoint('POST /api/crews', {
    summary: 'Create a crew. The viewer becomes its owner. Returns the crew.',
    ...WRITE,
    headers: IdempotencyHeaders,
    body: CrewIn,
    answer: Crew,
    status: 201,
    errors: ['TOO_MANY_CREWS', 'IN_PROGRESS', 'KEY_REUSED'],
  }),
  getCrew: endpoint('GET /api/crews/:crew_id', {
    summary: 'Get a crew with its members. Only members can see a crew.',
    ...READ,
    params: CrewParams,
    answer: Crew,
    errors: ['CREW_NOT_FOUND'],
  }),
  renameCrew: endpoint('PATCH /api/crews/:crew_id', {
    summary: 'Rename a crew. Only its owner can do this. Returns the crew.',
    ...WRITE,
    params: CrewParams,
    body: CrewIn,
    answer: Crew,
    errors: ['CREW_NOT_FOUND', 'NOT_ALLOWED'],
  }),
  deleteCrew: endpoint('DELETE /api/crews/:crew_id', {
    summary:
      'Delete a crew. Only its owner can do this. Spots, posts, and lists shared with it become visible only to the people who created them.',
    ...WRITE,
    params: CrewParams,
    errors: ['CREW_NOT_FOUND', 'NOT_ALLOWED'],
  }),
  inviteToCrew: endpoint('PUT /api/crews/:crew_id/invitations/:user_id', {
    summary:
      'Invite a person to a crew. Only its owner can do this. The person has to accept the invitation. Repeating the call changes nothing.',
    ...WRITE,
    rate: 'crew_invite',
    params: CrewPersonParams,
    errors: ['CREW_NOT_FOUND', 'NOT_ALLOWED', 'PERSON_NOT_FOUND', 'CREW_FULL', 'TOO_MANY_INVITATIONS'],
  }),
  withdrawInvitation: endpoint('DELETE /api/crews/:crew_id/invitations/:user_id', {
    summary:
      'Withdraw an invitation to a crew. Only the crew’s owner can do this. Repeating the call changes nothing.',
    ...WRITE,
    params: CrewPersonParams,
    errors: ['CREW_NOT_FOUND', 'NOT_ALLOWED'],
  }),
  joinCrew: endpoint('PUT /api/crews/:crew_id/membership', {
    summary: 'Accept an invitation to a crew. For members, the call changes nothing. Returns the crew.',
    ...WRITE,
    params: CrewParams,
    answer: Crew,
    errors: ['CREW_NOT_FOUND', 'CREW_FULL', 'TOO_MANY_CREWS'],
  }),
  leaveCrew: endpoint('DELETE /api/crews/:crew_id/membership', {
    summary:
      'Leave a crew, or decline its invitation. Content that the viewer shared with the crew becomes visible only to them. If the owner leaves, the member who joined first becomes the owner. A crew without members is deleted.',
    ...WRITE,
    params: CrewParams,
    errors: ['CREW_NOT_FOUND'],
  }),
  removeCrewMember: endpoint('DELETE /api/crews/:crew_id/members/:user_id', {
    summary:
      'Remove a member from a crew. Only its owner can do this. Content that the member shared with the crew becomes visible only to them.',
    ...WRITE,
    params: CrewPersonParams,
    errors: ['CREW_NOT_FOUND', 'NOT_ALLOWED', 'PERSON_NOT_FOUND', 'BAD_REQUEST'],
  }),
  handOverCrew: endpoint('PUT /api/crews/:crew_id/owner', {
    summary:
      'Transfer ownership of a crew to another member. Only the current owner, who stays a member, can do this. Returns the crew.',
    ...WRITE,
    params: CrewParams,
    body: z.object({ user_id: Id }),
    answer: Crew,
    errors: ['CREW_NOT_FOUND', 'NOT_ALLOWED', 'PERSON_NOT_FOUND'],
  }),
  listCrewSpots: endpoint('GET /api/crews/:crew_id/spots', {
    summary: 'List a crew’s spots, newest first, in pages',
    ...READ,
    params: CrewParams,
    query: z.object({ cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(SpotCard), next_cursor: Cursor.nullable() }),
    errors: ['CREW_NOT_FOUND', 'BAD_CURSOR'],
  }),
  listCrewPosts: endpoint('GET /api/crews/:crew_id/posts', {
    summary: 'List the posts that are shared only with a crew, newest first, in pages',
    ...READ,
    params: CrewParams,
    query: z.object({ cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(Post), next_cursor: Cursor.nullable() }),
    errors: ['CREW_NOT_FOUND', 'BAD_CURSOR'],
  }),
}
