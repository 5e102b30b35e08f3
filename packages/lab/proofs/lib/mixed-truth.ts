import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { breaches } from '../../../../apps/server/test/embedded/kill/truth.ts'
import type { AckedLoad } from './mixed-load.ts'

/** Queries that must never find a row. */
const NEVER: Record<string, string> = {
  'a discussion twice': 'select title from discussions group by title having count(*) > 1',
  'a comment twice': 'select content from comments group by content having count(*) > 1',
  'a message twice':
    'select content from messages where content is not null group by content having count(*) > 1',
  'a discussion that counts other comments than it has': `select id from discussions d
    where comment_count <> (select count(*) from comments c where c.discussion_id = d.id)`,
  'a discussion that counts other likes than it has': `select id from discussions d
    where like_count <> (select count(*) from discussion_likes l where l.discussion_id = d.id)`,
  'a thread with a gap': `select thread_id::text from messages group by thread_id having max(seq) <> count(*)`,
}

type Found = { lost: string[]; doubled: string[]; half: string[] }

function excludeIds(rows: readonly { id: string }[], gone: ReadonlySet<string>) {
  return rows.filter(({ id }) => !gone.has(id))
}

const WAIT_MS = 30_000

/** Compares the database with acknowledged results, after the counts have been rolled up. */
export async function checkTruth(
  client: pg.Client,
  mediaDir: string | null,
  load: AckedLoad,
): Promise<Found> {
  const ask = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
    (await client.query(text, values)).rows
  for (const until = Date.now() + WAIT_MS; Date.now() < until; await sleep(100)) {
    const [waiting] = await ask(`select (select count(*)::int from spot_changes)
      + (select count(*)::int from counter_delta)
      + (select count(*)::int from media where status = 'processing') as n`)
    if (waiting?.n === 0) break
  }
  const found: Found = { lost: [], doubled: [], half: [] }
  for (const breach of await breaches(client, mediaDir, load))
    found[breach.startsWith('acknowledged') ? 'lost' : 'half'].push(breach)
  for (const [what, statement] of Object.entries(NEVER))
    for (const row of await ask(statement))
      found[what.endsWith('twice') ? 'doubled' : 'half'].push(`${what}: ${String(Object.values(row)[0])}`)
  const missing = async (what: string, statement: string, values: unknown[]) => {
    for (const row of await ask(statement, values))
      found.lost.push(`acknowledged ${what} ${String(Object.values(row)[0])}`)
  }
  const rows = (table: string, column: string) =>
    `select id from unnest($1::uuid[], $2::text[]) acked (id, text)
     where not exists (select from ${table} t where t.id = acked.id and t.${column} = acked.text)`
  const given = (of: readonly { id: string }[], text: readonly string[]) => [of.map(({ id }) => id), text]
  const comments = excludeIds(load.comments, load.gone.comments) as typeof load.comments
  const messages = excludeIds(load.messages, load.gone.messages) as typeof load.messages
  await missing(
    'discussion',
    rows('discussions', 'title'),
    given(
      load.discussions,
      load.discussions.map(({ title }) => title),
    ),
  )
  await missing(
    'comment',
    rows('comments', 'content'),
    given(
      comments,
      comments.map(({ content }) => content),
    ),
  )
  await missing(
    'message',
    rows('messages', 'content'),
    given(
      messages,
      messages.map(({ content }) => content),
    ),
  )
  await missing(
    'like',
    `select discussion_id from unnest($1::uuid[], $2::uuid[]) acked (discussion_id, user_id)
     where not exists (select from discussion_likes l
       where l.discussion_id = acked.discussion_id and l.user_id = acked.user_id)`,
    [load.likes.map(({ discussion_id }) => discussion_id), load.likes.map(({ user_id }) => user_id)],
  )
  await missing('deletion of comment', 'select id from comments where id = any ($1::uuid[])', [
    [...load.gone.comments],
  ])
  await missing(
    'deletion of message',
    'select id from messages where id = any ($1::uuid[]) and deleted_at is null',
    [[...load.gone.messages]],
  )
  return found
}
