import type { Db } from '../../db/open.ts'
import { selectLiveSessions } from './events.queries.ts'
import type { Stream, Streams } from './event-streams.ts'

/** Closes streams whose session has expired or whose owner is no longer allowed to sign in. */
export async function endThoseOfEndedSessions(
  db: Db,
  streams: Streams,
  asked: readonly Stream[],
): Promise<void> {
  if (asked.length === 0) return
  const ids = asked.map(({ session_id }) => session_id ?? '')
  const live = await selectLiveSessions(db, ids)
  for (const stream of asked) if (!live.has(stream.session_id ?? '')) streams.end(stream)
}
