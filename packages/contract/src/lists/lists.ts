import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Media } from '../media/index.ts'
import { Id, IdempotencyHeaders, Moment, Person } from '../shapes.ts'
import { AreaSpot } from '../stored-areas/index.ts'
import { CREW_MISSING } from '../audiences/index.ts'
import { SpotCard } from '../spots/index.ts'
import { Filled, Line, OptionalText, Text } from '../texts.ts'
import { EXPORT_FORMATS, LIST_VISIBILITIES, type ListVisibility } from './list-kinds.ts'

const Visibility = z.enum(LIST_VISIBILITIES)
const Name = Line(LIMITS.list_name_max).pipe(Filled)

/** The secret part of a list's link, which is unguessable and changes when the owner renews the link. */
const LINK = /^[0-9a-f]{32}$/
/** Identifies a list for reading: an id for the list's owner and for public lists, otherwise the secret in the link. */
export const ListKey = z.union([Id, z.string().regex(LINK)])

/** A named list of spots. Its counts and photo cover only spots that the reader can see. */
export const List = z
  .object({
    id: Id,
    owner: Person,
    is_own: z.boolean(),
    name: z.string(),
    description: z.string().nullable(),
    visibility: Visibility,
    /** The crew that the list is shared with; null unless its visibility is `crew`. */
    crew: z.object({ id: Id, name: z.string() }).nullable(),
    /** The secret part of the list's link; only for its owner, and only while the list is shared by link. */
    link: z.string().nullable(),
    /** Whether moderators hid the list, so that only its owner can read it. */
    is_hidden: z.boolean(),
    spots_count: z.number().int(),
    /** The first photo of any spot in the list. */
    photo: Media.nullable(),
    updated_at: Moment,
  })
  .meta({ id: 'List' })

/** A named list of spots. */
export type List = z.output<typeof List>

/** An item in a list; `spot` is null if the spot was deleted. */
export const ListSpot = z
  .object({ spot_id: Id, spot: SpotCard.nullable(), note: z.string().nullable(), added_at: Moment })
  .meta({ id: 'ListSpot' })

/** An item in a list; `spot` is null if the spot was deleted. */
export type ListSpot = z.output<typeof ListSpot>

/** A list with all of its spots that the reader can see, in order. */
export const ListPage = List.extend({ items: z.array(ListSpot) }).meta({ id: 'ListPage' })

/** A list with all of its spots that the reader can see, in order. */
export type ListPage = z.output<typeof ListPage>

// The crew that the list is shared with; only if the visibility is `crew`.
const CrewId = Id.nullish()

function namesItsCrew({
  visibility,
  crew_id,
}: {
  visibility?: ListVisibility | undefined
  crew_id?: string | null | undefined
}) {
  return (visibility === 'crew') === Boolean(crew_id)
}

/** The input for creating a list. */
export const NewList = z
  .object({
    name: Name,
    description: OptionalText(LIMITS.list_description_max),
    visibility: Visibility.default('private'),
    crew_id: CrewId,
    /** The first spot in the list. */
    spot_id: Id.optional(),
  })
  .refine(namesItsCrew, CREW_MISSING)
  .meta({ id: 'NewList' })

/** The result of parsing {@link NewList}. */
export type NewList = z.output<typeof NewList>

/** An edit to a list; absent fields stay unchanged. */
export const ListEdit = z
  .object({
    name: Name.optional(),
    /** A blank or `null` description deletes the current one. */
    description: Text(LIMITS.list_description_max)
      .nullable()
      .transform((text) => text || null)
      .optional(),
    visibility: Visibility.optional(),
    crew_id: CrewId,
  })
  .refine(namesItsCrew, CREW_MISSING)
  .meta({ id: 'ListEdit' })

/** The result of parsing {@link ListEdit}. */
export type ListEdit = z.output<typeof ListEdit>

const ListParams = z.object({ list_id: Id })
const KeyParams = z.object({ list_id: ListKey })
const SpotParams = z.object({ list_id: Id, spot_id: Id })
const Format = z.enum(EXPORT_FORMATS)
const Note = OptionalText(LIMITS.list_note_max)

/** Named lists of spots (docs/decisions/0110-lists.md). */
export const listEndpoints = {
  listLists: endpoint('GET /api/lists', {
    summary: `List the viewer’s lists (up to ${LIMITS.lists_max}) and the lists of their crews (up to ${LIMITS.crew_lists_max} per crew), most recently changed first`,
    policy: 'member',
    scope: 'saved:read',
    rate: 'read',
    query: z.object({
      /** If set, the response says whether each list contains this spot. */
      spot_id: Id.optional(),
    }),
    answer: z.object({ items: z.array(List.extend({ has_spot: z.boolean() })) }),
  }),
  listPersonLists: endpoint('GET /api/people/:user_id/lists', {
    summary: `List a person’s public lists (up to ${LIMITS.lists_max}), most recently changed first`,
    policy: 'member',
    scope: 'saved:read',
    rate: 'read',
    params: z.object({ user_id: Id }),
    answer: z.object({ items: z.array(List) }),
    errors: ['PERSON_NOT_FOUND'],
  }),
  addList: endpoint('POST /api/lists', {
    summary: 'Create a list, optionally with its first spot. Returns the list.',
    policy: 'member',
    scope: 'saved:write',
    rate: 'write',
    headers: IdempotencyHeaders,
    body: NewList,
    answer: List,
    status: 201,
    errors: ['SPOT_NOT_FOUND', 'CREW_NOT_FOUND', 'TOO_MANY_LISTS', 'IN_PROGRESS', 'KEY_REUSED'],
  }),
  getList: endpoint('GET /api/lists/:list_id', {
    summary: 'Get a list with its spots in order. Use the list’s id or the secret part of its link.',
    policy: 'anyone',
    scope: 'saved:read',
    rate: 'read',
    params: KeyParams,
    answer: ListPage,
    errors: ['LIST_NOT_FOUND'],
  }),
  exportList: endpoint('GET /api/lists/:list_id/export/:format', {
    summary:
      'Download a list’s spots as a file for other apps. The file includes the licenses of imported spots.',
    policy: 'anyone',
    scope: 'saved:read',
    rate: 'preview',
    params: KeyParams.extend({ format: Format }),
    status: 200,
    errors: ['LIST_NOT_FOUND'],
  }),
  exportSavedSpots: endpoint('GET /api/saved/spots/export/:format', {
    summary: 'Download the viewer’s saved spots as a file for other apps, most recently saved first',
    policy: 'member',
    scope: 'saved:read',
    rate: 'preview',
    params: z.object({ format: Format }),
    status: 200,
  }),
  listListArea: endpoint('GET /api/lists/:list_id/area', {
    summary:
      'Get a list’s spots in the format that devices store offline. Returns 304 if the `ETag` sent in `If-None-Match` is current.',
    policy: 'member',
    scope: 'saved:read',
    rate: 'read',
    params: KeyParams,
    answer: z.object({ list: ListPage, items: z.array(AreaSpot), next_cursor: z.null() }),
    errors: ['LIST_NOT_FOUND'],
  }),
  copyList: endpoint('POST /api/lists/:list_id/copy', {
    summary:
      'Copy a list’s spots to a new private list. Notes and the description are copied only from the viewer’s own lists. Returns the new list.',
    policy: 'member',
    scope: 'saved:write',
    rate: 'write',
    params: KeyParams,
    headers: IdempotencyHeaders,
    answer: List,
    status: 201,
    errors: ['LIST_NOT_FOUND', 'TOO_MANY_LISTS', 'IN_PROGRESS', 'KEY_REUSED'],
  }),
  editList: endpoint('PATCH /api/lists/:list_id', {
    summary:
      'Change a list’s name, description, or visibility. Any visibility except `link` removes the list’s link. Returns the list.',
    policy: 'member',
    scope: 'saved:write',
    rate: 'write',
    params: ListParams,
    body: ListEdit,
    answer: List,
    errors: ['LIST_NOT_FOUND', 'CREW_NOT_FOUND', 'TOO_MANY_LISTS'],
  }),
  renewListLink: endpoint('PUT /api/lists/:list_id/link', {
    summary:
      'Replace the link of a list that is shared by link. The previous link stops working immediately. Returns the list.',
    policy: 'member',
    scope: 'saved:write',
    rate: 'write',
    params: ListParams,
    answer: List,
    errors: ['LIST_NOT_FOUND', 'CONFLICT'],
  }),
  removeList: endpoint('DELETE /api/lists/:list_id', {
    summary: 'Delete a list. Its spots aren’t deleted.',
    policy: 'member',
    scope: 'saved:write',
    rate: 'remove',
    params: ListParams,
    errors: ['LIST_NOT_FOUND'],
  }),
  orderList: endpoint('PUT /api/lists/:list_id/order', {
    summary:
      'Reorder a list’s spots. The last request wins. Spots missing from `spot_ids` move behind the others, and ids that aren’t in the list are ignored.',
    policy: 'member',
    scope: 'saved:write',
    rate: 'write',
    params: ListParams,
    body: z.object({ spot_ids: z.array(Id).max(LIMITS.list_spots) }),
    errors: ['LIST_NOT_FOUND'],
  }),
  addToList: endpoint('PUT /api/lists/:list_id/spots/:spot_id', {
    summary:
      'Add a spot to the end of a list. Repeating the call changes nothing. Returns whether the list contains the spot.',
    policy: 'member',
    scope: 'saved:write',
    rate: 'like',
    params: SpotParams,
    answer: z.object({ has_spot: z.boolean() }),
    errors: ['LIST_NOT_FOUND', 'SPOT_NOT_FOUND', 'LIST_FULL'],
  }),
  editListSpot: endpoint('PATCH /api/lists/:list_id/spots/:spot_id', {
    summary: 'Set or clear the note on a spot in a list. Returns the note.',
    policy: 'member',
    scope: 'saved:write',
    rate: 'write',
    params: SpotParams,
    body: z.object({ note: Note }),
    answer: z.object({ note: z.string().nullable() }),
    errors: ['LIST_NOT_FOUND', 'SPOT_NOT_FOUND'],
  }),
  removeFromList: endpoint('DELETE /api/lists/:list_id/spots/:spot_id', {
    summary:
      'Remove a spot from a list. Repeating the call changes nothing. Returns whether the list contains the spot.',
    policy: 'member',
    scope: 'saved:write',
    rate: 'like',
    params: SpotParams,
    answer: z.object({ has_spot: z.boolean() }),
    errors: ['LIST_NOT_FOUND'],
  }),
}
