import { v7 as uuid } from 'uuid'
import type { Db } from '../../src/db/open.ts'
import type { Actor } from '../actors/actor.ts'

/** Inserts a closed case about a deleted post. */
export async function aCase(db: Db): Promise<{ case_id: string }> {
  const case_id = uuid()
  await db
    .insertInto('report_cases')
    .values({ id: case_id, kind: 'post', words: 'What the post said', status: 'closed' })
    .execute()
  return { case_id }
}

/** Inserts a post for which a moderator issued a warning, and its author's appeal. */
export async function anAppeal(
  db: Db,
  owner_id: string,
  post_id: string,
): Promise<{ case_id: string; decision_id: string }> {
  const [case_id, decision_id] = [uuid(), uuid()]
  await db
    .insertInto('report_cases')
    .values({ id: case_id, kind: 'post', post_id, owner_id, words: 'What the post said', status: 'closed' })
    .execute()
  await db
    .insertInto('moderation_decisions')
    .values({ id: decision_id, case_id, action: 'warn', reason: 'Rule four.' })
    .execute()
  await db.insertInto('appeals').values({ decision_id, words: 'That is my own.' }).execute()
  return { case_id, decision_id }
}

/** A report's subject, in the API's format. */
export type ReportedSubject = Omit<NonNullable<Parameters<Actor['report']>[0]>, 'report_type' | 'description'>

/** Reports a subject as spam. Returns its case, which is the newest open one. */
export async function reportedCase(
  { by, mod }: { by: Actor; mod: Actor },
  subject: ReportedSubject,
): Promise<string> {
  await by.report({ report_type: 'spam', description: null, ...subject })
  const { items } = await mod.listCases()
  return items.at(-1)?.id ?? ''
}
