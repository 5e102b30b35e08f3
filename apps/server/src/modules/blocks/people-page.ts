import type { Person } from '@nollie/contract'
import { z } from 'zod'
import { readCursor, writeCursor } from '../../platform/http/index.ts'

const PAGE = 30
const Cursor = z.tuple([z.iso.datetime(), z.uuid()])

/** A person in someone's own list, such as the people they block. `user` is null if the list can't name them. */
export type ListedPerson = { user_id: string; user: Person | null; created_at: string }

/** Where a page of such a list begins, and how many people to select. */
export type PeopleRange = { after: Pick<ListedPerson, 'created_at' | 'user_id'> | null; limit: number }

/** A page of such a list, newest first. */
export type PeoplePage = { items: ListedPerson[]; next_cursor: string | null }

/**
 * Reads a page of a list of people.
 * @throws Refusal BAD_CURSOR
 */
export async function readPeoplePage(
  cursor: string | undefined,
  select: (range: PeopleRange) => Promise<ListedPerson[]>,
): Promise<PeoplePage> {
  let after: PeopleRange['after'] = null
  if (cursor !== undefined) {
    const [created_at, user_id] = readCursor(Cursor, cursor)
    after = { created_at, user_id }
  }
  const found = await select({ after, limit: PAGE + 1 })
  const items = found.slice(0, PAGE)
  const last = found.length > PAGE ? items.at(-1) : undefined
  return { items, next_cursor: last ? writeCursor([last.created_at, last.user_id]) : null }
}
