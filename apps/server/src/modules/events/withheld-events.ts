import type { CommentLikeEvent, LikeEvent, PostEvent, SpotEvent } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import type { StoredEvent } from './events.queries.ts'
import type { Stream } from './streams.ts'
import { selectWithheld, type WithheldSpot } from './withheld-events.queries.ts'

type Viewer = Pick<Stream, 'user_id'>

/** The spots and posts of some events that not everybody may know, by the ids of spots and posts. Null: they could not be read. */
export type Withheld = ReadonlyMap<string, WithheldSpot> | null

const NAMES = new Set(['spot', 'post', 'like', 'comment', 'comment_like'])

const idsOf = ({ name, data }: StoredEvent): { spot_id: string | null; post_id: string | null } => {
  if (!NAMES.has(name)) return { spot_id: null, post_id: null }
  const { spot_id = null, post_id = null } = data as { spot_id?: string | null; post_id?: string | null }
  return { spot_id, post_id }
}

const unique = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id): id is string => id !== null)),
]

/** Reads, once for a batch of events, which of their spots are not for everybody, and who of the viewers may know those. */
export const selectWithheldOf = async (
  db: Db,
  viewers: readonly Viewer[],
  events: readonly StoredEvent[],
): Promise<Withheld> => {
  const ids = events.map(idsOf)
  const spot_ids = unique(ids.map(({ spot_id }) => spot_id))
  const post_ids = unique(ids.map(({ post_id }) => post_id))
  if (spot_ids.length + post_ids.length === 0) return new Map()
  const people = unique(viewers.map(({ user_id }) => user_id))
  const rows = await selectWithheld(db, { spot_ids, post_ids }, people)
  return new Map(
    rows.flatMap((row) => [row.spot_id ?? [], row.post_ids].flat().map((id) => [id, row] as const)),
  )
}

// Says that anything may have changed, and of nothing in particular.
const RELOAD: Record<string, SpotEvent | PostEvent | LikeEvent> = {
  spot: { kind: 'many', spot_id: null, at: [] },
  post: { kind: 'many', post_id: null, spot_id: null },
  like: { post_id: null },
  comment: { post_id: null },
}

/**
 * The event, unless it is of a spot or post that the viewer may not know; null then. Only that a spot or post was taken from the viewer is
 * published, so that screens drop it at once: the stored event says "deleted" of a spot that is there.
 */
export const withholdEvent = (
  event: StoredEvent,
  { user_id }: Viewer,
  withheld: Withheld,
): StoredEvent | null => {
  const { spot_id, post_id } = idsOf(event)
  if (spot_id === null && post_id === null) return event
  if (withheld === null) {
    const data = RELOAD[event.name]
    return data ? { ...event, data } : null
  }
  const spot = withheld.get(spot_id ?? '') ?? withheld.get(post_id ?? '')
  if (!spot) return event
  const { kind } = event.data as SpotEvent | PostEvent | (CommentLikeEvent & { kind?: undefined })
  const isTaken = kind === 'deleted' && (post_id === null || spot.spot_id === null) && !spot.is_deleted
  const knows = user_id !== null && spot.known_to.includes(user_id)
  if (isTaken) return event.name === 'spot' || !knows ? event : null
  return knows ? event : null
}
