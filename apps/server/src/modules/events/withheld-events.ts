import type { CommentLikeEvent, LikeEvent, PostEvent, SpotEvent } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import type { StoredEvent } from './events.queries.ts'
import type { Stream } from './event-streams.ts'
import { selectShownAt, selectWithheld, type WithheldSpot } from './withheld-events.queries.ts'

type Viewer = Pick<Stream, 'user_id'>

/**
 * Spots and posts with a limited audience in a batch of events, by id, and the public positions of spots that don't
 * show their exact position. Null if they couldn't be read.
 */
export type Withheld = {
  subjects: ReadonlyMap<string, WithheldSpot>
  shown_at: ReadonlyMap<string, SpotEvent['at']>
} | null

const NOTHING: NonNullable<Withheld> = { subjects: new Map(), shown_at: new Map() }

const NAMES = new Set(['spot', 'post', 'like', 'comment', 'comment_like'])

function getIds({ name, data }: StoredEvent): { spot_id: string | null; post_id: string | null } {
  if (!NAMES.has(name)) return { spot_id: null, post_id: null }
  const { spot_id = null, post_id = null } = data as { spot_id?: string | null; post_id?: string | null }
  return { spot_id, post_id }
}

function unique(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id): id is string => id !== null))]
}

/** For a batch of events, reads which spots and posts have a limited audience, and which viewers can see them. */
export async function selectWithheldOf(
  db: Db,
  viewers: readonly Viewer[],
  events: readonly StoredEvent[],
): Promise<Withheld> {
  const ids = events.map(getIds)
  const spot_ids = unique(ids.map(({ spot_id }) => spot_id))
  const post_ids = unique(ids.map(({ post_id }) => post_id))
  if (spot_ids.length + post_ids.length === 0) return NOTHING
  const people = unique(viewers.map(({ user_id }) => user_id))
  const rows = await selectWithheld(db, { spot_ids, post_ids }, people)
  const placed = events.filter(({ name, data }) => name === 'spot' && (data as SpotEvent).at.length > 0)
  return {
    subjects: new Map(
      rows.flatMap((row) => [row.spot_id ?? [], row.post_ids].flat().map((id) => [id, row] as const)),
    ),
    shown_at:
      placed.length === 0
        ? NOTHING.shown_at
        : await selectShownAt(db, unique(placed.map((event) => getIds(event).spot_id))),
  }
}

// Events that indicate that anything may have changed, without details.
const RELOAD: Record<string, SpotEvent | PostEvent | LikeEvent> = {
  spot: { kind: 'many', spot_id: null, at: [] },
  post: { kind: 'many', post_id: null, spot_id: null },
  like: { post_id: null },
  comment: { post_id: null },
}

// Older events may contain the exact position of a spot that no longer shows it, and clients that reconnect get them.
function whereShown(event: StoredEvent, at: SpotEvent['at'] | undefined): StoredEvent {
  return at && event.name === 'spot' && (event.data as SpotEvent).at.length > 0
    ? { ...event, data: { ...(event.data as SpotEvent), at } }
    : event
}

/**
 * Returns the event, or null if the viewer can't see its spot or post. One exception lets screens remove a spot or post
 * immediately when access ends: the stored event says "deleted" although the spot exists. For missed events
 * (`isMissed`), that could reveal a position to people who never saw the spot, so they reload instead.
 */
export function withholdEvent(
  event: StoredEvent,
  { user_id }: Viewer,
  withheld: Withheld,
  isMissed = false,
): StoredEvent | null {
  const { spot_id, post_id } = getIds(event)
  if (spot_id === null && post_id === null) return event
  if (withheld === null) {
    const data = RELOAD[event.name]
    return data ? { ...event, data } : null
  }
  const { subjects, shown_at } = withheld
  const spot = subjects.get(spot_id ?? '') ?? subjects.get(post_id ?? '')
  const shown = whereShown(event, shown_at.get(spot_id ?? ''))
  if (!spot) return shown
  const { kind } = event.data as SpotEvent | PostEvent | (CommentLikeEvent & { kind?: undefined })
  const isTaken = kind === 'deleted' && (post_id === null || spot.spot_id === null) && !spot.is_deleted
  const knows = user_id !== null && spot.known_to.includes(user_id)
  if (isTaken && isMissed && !knows) return { ...event, data: RELOAD[event.name] }
  if (isTaken) return event.name === 'spot' || !knows ? shown : null
  return knows ? shown : null
}
