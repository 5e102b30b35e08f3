import { z } from 'zod'
import { CHECK_ANSWERS } from '../checks/index.ts'
import { SPOT_STATES } from '../checks/check-kinds.ts'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Appeal, ModerationCase } from '../moderation/index.ts'
import { STEWARD_DECISIONS } from '../moderation/moderation-types.ts'
import { REPORT_TYPES } from '../moderation/report-types.ts'
import { BoxIn, Cursor, Id, IdempotencyHeaders, Latitude, Longitude, Moment, Person } from '../shapes.ts'
import { Filled, Line, Text } from '../texts.ts'
import { shapeError } from './area-shape.ts'
import { issue } from '../sentences.ts'

const Corner = z.object({ latitude: Latitude, longitude: Longitude })
const Reason = Text(LIMITS.reason_max).pipe(Filled)

const SHAPE_ERRORS = {
  too_few: issue`Add at least three corners.`,
  too_many: issue`An area can have up to ${LIMITS.area_corners_max} corners.`,
  crossing: issue`The sides of an area can’t cross each other.`,
  too_large: issue`An area can be up to ${LIMITS.area_degrees} degrees wide and high.`,
} as const

const Corners = z
  .array(Corner)
  .max(LIMITS.area_corners_max, SHAPE_ERRORS.too_many)
  .superRefine((corners, context) => {
    const error = shapeError(corners)
    if (error) context.addIssue({ code: 'custom', message: SHAPE_ERRORS[error] })
  })

const NewArea = z
  .object({ name: Line(LIMITS.area_name_max).pipe(Filled), corners: Corners })
  .meta({ id: 'NewArea' })

/** The input for drawing an area. */
export type NewArea = z.output<typeof NewArea>

const NamedArea = z.object({ id: Id, name: z.string() })

/** A steward area's name and id. */
export type NamedArea = z.output<typeof NamedArea>

/** A notice that a steward pinned to a spot or a whole area for some time. */
export const Bulletin = z
  .object({
    id: Id,
    area: NamedArea,
    /** Null for a notice about the whole area. */
    spot: z.object({ id: Id, name: z.string() }).nullable(),
    /** The steward; null for deleted accounts, and if either person blocks the other. */
    user: Person.nullable(),
    content: z.string(),
    starts_at: Moment,
    ends_at: Moment,
    /** Whether the viewer wrote the notice. */
    is_own: z.boolean(),
  })
  .meta({ id: 'Bulletin' })

/** A notice pinned by a steward. */
export type Bulletin = z.output<typeof Bulletin>

/** An area that intersects the map's view. */
export const AreaInView = NamedArea.extend({
  /** Corners in order around the area; the last connects to the first. */
  corners: z.array(Corner),
  is_followed: z.boolean(),
  bulletins: z.array(Bulletin),
}).meta({ id: 'AreaInView' })

/** An area that intersects the map's view. */
export type AreaInView = z.output<typeof AreaInView>

const SpotOfArea = z.object({
  id: Id,
  name: z.string(),
  city: z.string().nullable(),
  state: z.enum(SPOT_STATES),
  created_at: Moment,
})

/** A spot in an area, shown as one line. */
export type SpotOfArea = z.output<typeof SpotOfArea>

/** An area's page. */
export const Area = AreaInView.extend({
  stewards: z.array(Person),
  /** Whether the viewer is an admin or one of the area's stewards. */
  is_steward: z.boolean(),
  /** The newest spots in the area. */
  new_spots: z.array(SpotOfArea),
  /** Spots that are skatestopped, closed, under construction, or removed, most recently changed first. */
  changed_spots: z.array(SpotOfArea),
}).meta({ id: 'Area' })

/** An area's page. */
export type Area = z.output<typeof Area>

/** An area, as shown to admins. */
export const ManagedArea = NamedArea.extend({
  corners: z.array(Corner),
  stewards: z.array(z.object({ user: Person, since: Moment, is_suspended: z.boolean() })),
  followers_count: z.number().int(),
}).meta({ id: 'ManagedArea' })

/** An area, as shown to admins. */
export type ManagedArea = z.output<typeof ManagedArea>

/** What stewards have done at one spot, and what the viewer can do there. */
export const SpotStewardship = z
  .object({
    /** Sorted by name, with areas where the viewer is a steward first. */
    areas: z.array(NamedArea),
    bulletins: z.array(Bulletin),
    /** The status set by a steward; null if none is set. */
    settlement: z
      .object({ state: z.enum(CHECK_ANSWERS), until: z.iso.date(), user: Person.nullable() })
      .nullable(),
    /** Whether the viewer can act here as a steward or an admin; always false at their own spot. */
    may_act: z.boolean(),
  })
  .meta({ id: 'SpotStewardship' })

/** What stewards have done at one spot, and what the viewer can do there. */
export type SpotStewardship = z.output<typeof SpotStewardship>

const WorkSpot = z.object({ id: Id, name: z.string() })

/** Open tasks for an area's stewards, oldest first. Excludes tasks about the viewer's own content. */
export const StewardWork = z
  .object({
    area: NamedArea,
    /** Reports about spots, without the reporters' names. */
    reports: z.array(
      z.object({
        case_id: Id,
        spot: WorkSpot,
        /** The spot's text when it was first reported. */
        words: z.string(),
        reports: z.array(z.object({ report_type: z.enum(REPORT_TYPES), description: z.string().nullable() })),
        created_at: Moment,
      }),
    ),
    suggestions: z.array(
      z.object({ change_id: Id, spot: WorkSpot, fields: z.array(z.string()), created_at: Moment }),
    ),
    doubtful: z.array(WorkSpot.extend({ confirmed_at: Moment.nullable() })),
    /** Appeals against other stewards' decisions. */
    appeals: z.array(
      z.object({
        case_id: Id,
        spot: WorkSpot,
        action: ModerationCase.shape.decision.unwrap().shape.action,
        reason: z.string(),
        appeal: Appeal,
      }),
    ),
  })
  .meta({ id: 'StewardWork' })

/** Open tasks for an area's stewards. */
export type StewardWork = z.output<typeof StewardWork>

const NewBulletin = z
  .object({
    area_id: Id,
    spot_id: Id.nullable(),
    content: Text(LIMITS.bulletin_max).pipe(Filled),
    starts_at: Moment,
    ends_at: Moment,
  })
  .refine(({ starts_at, ends_at }) => ends_at > starts_at, {
    path: ['ends_at'],
    error: issue`The end is before the start.`,
  })
  .meta({ id: 'NewBulletin' })

/** The input for pinning a bulletin. */
export type NewBulletin = z.output<typeof NewBulletin>

const Settlement = z
  .object({ state: z.enum(CHECK_ANSWERS), until: z.iso.date(), reason: Reason })
  .meta({ id: 'Settlement' })

/** The input for setting a spot's status as a steward. */
export type NewSettlement = z.output<typeof Settlement>

const AreaParams = z.object({ area_id: Id })
const SpotParams = z.object({ spot_id: Id })
const CaseParams = z.object({ case_id: Id })

/** Steward areas and their stewards. */
export const stewardEndpoints = {
  listAreasInView: endpoint('GET /api/stewards/areas', {
    summary: 'List up to 20 steward areas that intersect a box, smallest first, with their current bulletins',
    policy: 'anyone',
    rate: 'read',
    query: z.object({ box: BoxIn }),
    answer: z.object({ items: z.array(AreaInView) }),
  }),
  getArea: endpoint('GET /api/stewards/areas/:area_id', {
    summary: 'Get an area with its stewards, current bulletins, newest spots, and recently changed spots',
    policy: 'anyone',
    rate: 'read',
    params: AreaParams,
    answer: Area,
    errors: ['AREA_NOT_FOUND'],
  }),
  followArea: endpoint('PUT /api/stewards/areas/:area_id/follow', {
    summary:
      'Follow an area to get notifications about its new spots, condition changes, and bulletins. All followed areas together send at most one notification a day.',
    policy: 'member',
    rate: 'follow',
    params: AreaParams,
    errors: ['AREA_NOT_FOUND', 'TOO_MANY_AREAS'],
  }),
  unfollowArea: endpoint('DELETE /api/stewards/areas/:area_id/follow', {
    summary: 'Unfollow an area to stop getting notifications about it',
    policy: 'member',
    rate: 'follow',
    params: AreaParams,
    errors: ['AREA_NOT_FOUND'],
  }),
  listFollowedAreas: endpoint('GET /api/stewards/followed', {
    summary: 'List the areas that the viewer follows and the areas where the viewer is a steward',
    policy: 'member',
    rate: 'read',
    answer: z.object({ followed: z.array(NamedArea), steward_of: z.array(NamedArea) }),
  }),
  listAreasOfPerson: endpoint('GET /api/stewards/people/:user_id', {
    summary: 'List the areas where a person is a steward',
    policy: 'anyone',
    rate: 'read',
    params: z.object({ user_id: Id }),
    answer: z.object({ items: z.array(NamedArea) }),
    errors: ['PERSON_NOT_FOUND'],
  }),
  getStewardship: endpoint('GET /api/stewards/spots/:spot_id', {
    summary:
      'Get the bulletins pinned to a spot and its areas, and the condition that a steward set there, if any',
    policy: 'anyone',
    rate: 'read',
    params: SpotParams,
    answer: SpotStewardship,
    errors: ['SPOT_NOT_FOUND'],
  }),
  getStewardWork: endpoint('GET /api/stewards/areas/:area_id/work', {
    summary:
      'List the open tasks of an area’s stewards, oldest first, up to 30 of each kind. Only the area’s stewards and admins can see them.',
    policy: 'member',
    rate: 'read',
    params: AreaParams,
    answer: StewardWork,
    errors: ['AREA_NOT_FOUND'],
  }),
  decideAsSteward: endpoint('POST /api/stewards/cases/:case_id/decision', {
    summary:
      'Decide on a reported spot as a steward of its area: `keep` or `remove` it. An admin can restore a removed spot.',
    policy: 'member',
    rate: 'write',
    params: CaseParams,
    body: z.object({ action: z.enum(STEWARD_DECISIONS), reason: Reason }),
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'CONFLICT', 'GONE'],
  }),
  answerAppealAsSteward: endpoint('POST /api/stewards/cases/:case_id/appeal', {
    summary: 'Answer an appeal against another steward’s decision, as a steward of the same area',
    policy: 'member',
    rate: 'write',
    params: CaseParams,
    body: z.object({ outcome: z.enum(['upheld', 'reversed']), answer: Reason }),
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'CONFLICT', 'GONE', 'TOO_MANY_OBSTACLES'],
  }),
  settleSpot: endpoint('PUT /api/stewards/spots/:spot_id/settlement', {
    summary:
      'Set a spot’s condition until a given date, as a steward of its area. Until then, status reports don’t change it. Returns the condition that was set.',
    policy: 'member',
    rate: 'write',
    params: SpotParams,
    body: Settlement,
    answer: SpotStewardship.shape.settlement.unwrap(),
    errors: ['SPOT_NOT_FOUND', 'NOT_ALLOWED'],
  }),
  endSettlement: endpoint('DELETE /api/stewards/spots/:spot_id/settlement', {
    summary:
      'Clear the condition that a steward set for a spot, as a steward of its area. Status reports then count again.',
    policy: 'member',
    rate: 'write',
    params: SpotParams,
    errors: ['SPOT_NOT_FOUND', 'NOT_ALLOWED', 'NOT_FOUND'],
  }),
  pinBulletin: endpoint('POST /api/stewards/bulletins', {
    summary:
      'Pin a bulletin to a spot or to a whole area from `starts_at` until `ends_at`, as a steward of the area. Returns the bulletin.',
    policy: 'member',
    rate: 'post',
    headers: IdempotencyHeaders,
    body: NewBulletin,
    answer: Bulletin,
    status: 201,
    errors: ['AREA_NOT_FOUND', 'SPOT_NOT_FOUND', 'TOO_MANY_BULLETINS', 'IN_PROGRESS', 'KEY_REUSED'],
  }),
  unpinBulletin: endpoint('DELETE /api/stewards/bulletins/:bulletin_id', {
    summary: 'Remove a bulletin that the viewer or another steward of the area pinned',
    policy: 'member',
    rate: 'remove',
    params: z.object({ bulletin_id: Id }),
    errors: ['BULLETIN_NOT_FOUND'],
  }),
  listManagedAreas: endpoint('GET /api/moderation/areas', {
    summary: 'List all areas with their stewards, newest first, in pages',
    policy: 'admin',
    rate: 'read',
    query: z.object({ cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(ManagedArea), next_cursor: Cursor.nullable() }),
    errors: ['BAD_CURSOR'],
  }),
  addArea: endpoint('POST /api/moderation/areas', {
    summary: 'Create an area. Returns the area.',
    policy: 'admin',
    rate: 'write',
    headers: IdempotencyHeaders,
    body: NewArea,
    answer: ManagedArea,
    status: 201,
    errors: ['AREA_NAME_TAKEN', 'TOO_MANY_AREAS', 'IN_PROGRESS', 'KEY_REUSED'],
  }),
  setArea: endpoint('PUT /api/moderation/areas/:area_id', {
    summary:
      'Change the name and corners of an area. Its stewards’ rights immediately apply to the new shape. Returns the area.',
    policy: 'admin',
    rate: 'write',
    params: AreaParams,
    body: NewArea,
    answer: ManagedArea,
    errors: ['AREA_NOT_FOUND', 'AREA_NAME_TAKEN'],
  }),
  removeArea: endpoint('DELETE /api/moderation/areas/:area_id', {
    summary: 'Delete an area with its bulletins. Its stewards lose their rights there.',
    policy: 'admin',
    rate: 'remove',
    params: AreaParams,
    errors: ['AREA_NOT_FOUND'],
  }),
  nameSteward: endpoint('PUT /api/moderation/areas/:area_id/stewards/:username', {
    summary: 'Make a member a steward of an area. Repeating the call changes nothing. Returns the area.',
    policy: 'admin',
    rate: 'write',
    params: AreaParams.extend({ username: Line(LIMITS.username_max).pipe(Filled) }),
    answer: ManagedArea,
    errors: ['AREA_NOT_FOUND', 'PERSON_NOT_FOUND', 'TOO_MANY_STEWARDS'],
  }),
  endSteward: endpoint('POST /api/moderation/areas/:area_id/ended-stewards', {
    summary: 'End a member’s role as a steward of an area, with a reason. Returns the area.',
    policy: 'admin',
    rate: 'write',
    params: AreaParams,
    body: z.object({ user_id: Id, reason: Reason }),
    status: 200,
    answer: ManagedArea,
    errors: ['AREA_NOT_FOUND', 'PERSON_NOT_FOUND'],
  }),
}
