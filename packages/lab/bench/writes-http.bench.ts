import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { deleteLike, insertLike } from '../../../apps/server/src/modules/likes/likes.queries.ts'
import { member } from './member.ts'
import { CONNECTIONS, compareWithPgbench, readSession, startComparisons } from './over-http.ts'
import { InSql, captureStatements } from './pgbench.ts'
import { done } from './report.ts'

// The most frequent writes over HTTP. Compares likes with pgbench running the same statements, and comments with
// pgbench writing the same rows without mentions, notifications, events, or an idempotency key. Each person writes to a
// different post; likes.bench.ts measures many people liking one post.
const NAMES = {
  like: 'like or its end over HTTP, of pgbench on the same statements',
  comment: 'comment over HTTP, of a bare insert by pgbench',
}

const { where, server, figures } = await startComparisons(Object.values(NAMES))
const { databaseUrl, db } = where
const people: Awaited<ReturnType<typeof member>>[] = []
for (let i = 0; i < CONNECTIONS; i++) people.push(await member(server))

const { rows: posts } = await sql<{ id: string }>`
  select id from posts where kind = 'media' and hidden_at is null order by created_at desc offset 100 limit ${CONNECTIONS}`.execute(
  db,
)

function getPost(i: number): string {
  return posts[i]?.id ?? ''
}

const [reader] = people
if (!reader || posts.length < CONNECTIONS) throw new Error('There is nobody, or nothing to like.')

/** Builds an expression that picks a different ID for each pgbench connection. */
function ofClient(ids: readonly string[]) {
  return new InSql(`('{${ids.join(',')}}'::uuid[])[1 + :client_id]`)
}

const ANY_POST = ofClient(posts.map(({ id }) => id))
const ANYBODY = ofClient(people.map(({ user_id }) => user_id))
const NEW_ID = new InSql('gen_random_uuid()')

const toggles = await captureStatements(databaseUrl, async (one) => {
  await readSession(one, reader)
  await insertLike(one, { post_id: getPost(0), media_index: 0 }, reader.user_id, uuid())
  await readSession(one, reader)
  await deleteLike(one, { post_id: getPost(0), media_index: 0 }, reader.user_id)
})
await compareWithPgbench(where, {
  ...figures,
  name: NAMES.like,
  requests: people.map(({ bearer }, i) => {
    let on = false
    return () => {
      on = !on
      return { method: on ? 'PUT' : 'DELETE', path: `/api/posts/${getPost(i)}/media/0/like`, headers: bearer }
    }
  }),
  statements: toggles.map(({ text, values: sent }) => ({
    text,
    values: sent.length === 1 ? sent : [ANY_POST, 0, ANYBODY, NEW_ID].slice(0, sent.length),
  })),
  // The session's statement precedes each toggle.
  requestsPerRun: toggles.length / 2,
  min: 0.45,
})
const CONTENT = 'Waxed it yesterday, grinds like butter.'
await compareWithPgbench(where, {
  ...figures,
  name: NAMES.comment,
  requests: people.map(({ bearer }, i) => () => ({
    method: 'POST',
    path: `/api/posts/${getPost(i)}/comments`,
    headers: { ...bearer, 'idempotency-key': randomUUID() },
    body: { content: CONTENT, media_index: 0 },
  })),
  statements: [
    {
      text: `insert into comments (id, post_id, media_index, user_id, content)
        values ($1::uuid, $2::uuid, $3::int, $4::uuid, $5::text)`,
      values: [NEW_ID, ANY_POST, 0, ANYBODY, CONTENT],
    },
  ],
  // docs/decisions/0013-likes-and-counts.md lists what a comment writes besides its row.
  min: 0.1,
})
await done()
