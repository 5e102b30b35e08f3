import { z } from 'zod'
import { CREW_MISSING } from '../audiences/index.ts'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { issue } from '../sentences.ts'
import { Id, IdempotencyHeaders, Moment, Person } from '../shapes.ts'
import { OptionalText, Text } from '../texts.ts'
import { MEETUP_ANSWERS, MEETUP_AUDIENCES, MEETUP_TAGS, type MeetupAudience } from './meetup-kinds.ts'

const MeetupAudienceIn = z.enum(MEETUP_AUDIENCES).meta({ id: 'MeetupAudience' })
const Tag = z.enum(MEETUP_TAGS).meta({ id: 'MeetupTag' })
const Tags = z
  .array(Tag)
  .max(MEETUP_TAGS.length)
  .transform((tags) => [...new Set(tags)])
const PeopleMax = z.number().int().min(LIMITS.meetup_people_min).max(LIMITS.meetup_people_max).nullable()

/** A meetup at a spot: people who skate there together at an announced time. Screens call it a session. */
export const Meetup = z
  .object({
    id: Id,
    host: Person,
    is_own: z.boolean(),
    spot: z.object({ id: Id, name: z.string() }),
    /** The IANA time zone of the spot. */
    time_zone: z.string(),
    starts_at: Moment,
    ends_at: Moment,
    note: z.string().nullable(),
    tags: z.array(Tag),
    audience: MeetupAudienceIn,
    /** The crew that can see it; null unless its audience is `crew`. */
    crew: z.object({ id: Id, name: z.string() }).nullable(),
    /** How many people can be in, including the host; null if the host set no limit. */
    people_max: z.number().int().nullable(),
    /** Whether no one else can be in. */
    is_full: z.boolean(),
    is_canceled: z.boolean(),
    /** People who are in, including the host, and people who might come. Counts only people the viewer can see. */
    in_count: z.number().int(),
    maybe_count: z.number().int(),
    /** The viewer's answer; null for none, and for the host. */
    answer: z.enum(['in', 'maybe']).nullable(),
    /** Guests in the order of their answers, people who are in first. In a list, only the first few. */
    guests: z.array(z.object({ user: Person, answer: z.enum(['in', 'maybe']) })),
  })
  .meta({ id: 'Meetup' })

/** A meetup at a spot: people who skate there together at an announced time. Screens call it a session. */
export type Meetup = z.output<typeof Meetup>

/** Whether a meetup ends after it starts, and not too long after. */
function isShort({ starts_at, ends_at }: { starts_at: string; ends_at: string }): boolean {
  const length = Date.parse(ends_at) - Date.parse(starts_at)
  return length > 0 && length <= LIMITS.meetup_hours * 3_600_000
}

const TOO_LONG = {
  path: ['ends_at'],
  error: issue`A session can last up to ${LIMITS.meetup_hours} hours.`,
}

function namesItsCrew({
  audience,
  crew_id,
}: {
  audience: MeetupAudience
  crew_id?: string | null | undefined
}): boolean {
  return (audience === 'crew') === Boolean(crew_id)
}

/** The input for a new meetup. */
export const NewMeetup = z
  .object({
    starts_at: Moment,
    ends_at: Moment,
    note: OptionalText(LIMITS.meetup_note_max),
    tags: Tags.default([]),
    audience: MeetupAudienceIn.default('mutuals'),
    crew_id: Id.nullish(),
    people_max: PeopleMax.default(null),
  })
  .refine(isShort, TOO_LONG)
  .refine(namesItsCrew, CREW_MISSING)
  .meta({ id: 'NewMeetup' })

/** The result of parsing {@link NewMeetup}. */
export type NewMeetup = z.output<typeof NewMeetup>

/** An edit to a meetup; absent fields stay unchanged. Its spot and audience never change. */
export const MeetupEdit = z
  .object({
    starts_at: Moment,
    ends_at: Moment,
    /** A blank or `null` note deletes the current one. */
    note: Text(LIMITS.meetup_note_max)
      .nullable()
      .transform((text) => text || null)
      .optional(),
    tags: Tags.optional(),
    people_max: PeopleMax.optional(),
  })
  .refine(isShort, TOO_LONG)
  .meta({ id: 'MeetupEdit' })

/** The result of parsing {@link MeetupEdit}. */
export type MeetupEdit = z.output<typeof MeetupEdit>

const SpotParams = z.object({ spot_id: Id })
const MeetupParams = z.object({ meetup_id: Id })

/** Meetups at spots (docs/decisions/0143-meetups.md). Access tokens can't use them, because they say where people will be. */
export const meetupEndpoints = {
  listMeetups: endpoint('GET /api/spots/:spot_id/meetups', {
    summary: `List the meetups at a spot that the viewer can see and that weren’t canceled, the earliest first (up to ${LIMITS.meetups_shown})`,
    policy: 'member',
    rate: 'read',
    params: SpotParams,
    answer: z.object({ items: z.array(Meetup) }),
    errors: ['SPOT_NOT_FOUND'],
  }),
  addMeetup: endpoint('POST /api/spots/:spot_id/meetups', {
    summary: `Announce a meetup at a spot whose exact position the viewer can see. It can start up to ${LIMITS.meetup_ahead_days} days ahead. Returns the meetup.`,
    policy: 'member',
    rate: 'meetup',
    params: SpotParams,
    headers: IdempotencyHeaders,
    body: NewMeetup,
    answer: Meetup,
    status: 201,
    errors: [
      'SPOT_NOT_FOUND',
      'CREW_NOT_FOUND',
      'TOO_MANY_MEETUPS',
      'MEETUP_NOT_FOUND',
      'BAD_REQUEST',
      'IN_PROGRESS',
      'KEY_REUSED',
    ],
  }),
  getMeetup: endpoint('GET /api/meetups/:meetup_id', {
    summary: 'Get a meetup with its guests. It disappears an hour after its end.',
    policy: 'member',
    rate: 'read',
    params: MeetupParams,
    answer: Meetup,
    errors: ['MEETUP_NOT_FOUND'],
  }),
  editMeetup: endpoint('PATCH /api/meetups/:meetup_id', {
    summary: 'Change the viewer’s meetup. Guests are notified of a new time or note. Returns the meetup.',
    policy: 'member',
    rate: 'meetup',
    params: MeetupParams,
    body: MeetupEdit,
    answer: Meetup,
    errors: ['MEETUP_NOT_FOUND', 'MEETUP_OVER', 'BAD_REQUEST'],
  }),
  cancelMeetup: endpoint('DELETE /api/meetups/:meetup_id', {
    summary:
      'Cancel the viewer’s meetup and notify its guests, who can open it until it disappears. Repeating the call changes nothing.',
    policy: 'member',
    rate: 'remove',
    params: MeetupParams,
    errors: ['MEETUP_NOT_FOUND'],
  }),
  answerMeetup: endpoint('PUT /api/meetups/:meetup_id/answer', {
    summary:
      'Say whether the viewer joins a meetup. `out` deletes an earlier answer. Repeating the call changes nothing, and the host is always in. Returns the meetup.',
    policy: 'member',
    rate: 'meetup_answer',
    params: MeetupParams,
    body: z.object({ answer: z.enum(MEETUP_ANSWERS) }),
    answer: Meetup,
    errors: ['MEETUP_NOT_FOUND', 'MEETUP_OVER', 'MEETUP_FULL'],
  }),
}
