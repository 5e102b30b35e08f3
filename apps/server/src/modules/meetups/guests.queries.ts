import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'

/** How many people answered a meetup, except one, and how many of them are in. Omits people who can't see it anymore. */
export type AnswerCounts = { all: number; in: number }

/** Counts the answers to a meetup, except one person's. The caller has locked the meetup. */
export async function countAnswers(
  tx: Tx,
  { meetup_id, except }: { meetup_id: string; except: string },
): Promise<AnswerCounts> {
  const { rows } = await sql<AnswerCounts>`
    select count(*)::int as all, (count(*) filter (where g.answer = 'in'))::int as in
    from visible_meetup_guests(${viewerId(null)}) g where g.meetup_id = ${meetup_id} and g.user_id <> ${except}`.execute(
    tx,
  )
  return rows[0] ?? { all: 0, in: 0 }
}

/** Stores a person's answer. Returns false if it's the same as before. */
export async function upsertAnswer(
  tx: Tx,
  { meetup_id, user_id, answer }: { meetup_id: string; user_id: string; answer: 'in' | 'maybe' },
): Promise<boolean> {
  const row = await tx
    .insertInto('meetup_guests')
    .values({ meetup_id, user_id, answer })
    .onConflict((conflict) =>
      conflict
        .columns(['meetup_id', 'user_id'])
        .doUpdateSet((eb) => ({ answer: eb.ref('excluded.answer'), answered_at: sql<string>`now()` }))
        .where('meetup_guests.answer', '<>', (eb) => eb.ref('excluded.answer')),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a person's answer. Returns false if there is none. */
export async function deleteAnswer(tx: Tx, meetup_id: string, user_id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('meetup_guests')
    .where('meetup_id', '=', meetup_id)
    .where('user_id', '=', user_id)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the guests who can still see a meetup, and whom its host can see. */
export async function selectGuests(tx: Tx, host: string, meetup_id: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select g.user_id from visible_meetup_guests(${viewerId(host)}) g where g.meetup_id = ${meetup_id}`.execute(
    tx,
  )
  return rows.map(({ user_id }) => user_id)
}
