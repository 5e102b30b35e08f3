import { randomBytes } from 'node:crypto'
import type { List, ListEdit, ListPage, NewList } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { v7 as uuid } from 'uuid'
import { idempotent } from '../../db/idempotent.ts'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { isVisibleTo } from '../blocks/index.ts'
import { requireMemberWhoShares } from '../crews/index.ts'
import { requireCard, selectCardsById } from '../spots/index.ts'
import { publishList } from './list-events.service.ts'
import { notifyOfListSpot } from './list-notifications.service.ts'
import { appendSpot } from './list-spots.queries.ts'
import {
  copySpots,
  deleteList,
  findHiddenWith,
  insertList,
  lockCount,
  lockHiddenAt,
  lockLink,
  lockList,
  selectItems,
  selectList,
  selectOwnLists,
  selectPublicLists,
  setListHidden,
  updateList,
} from './lists.queries.ts'
import { type ListRight, findListRight, isLink } from './visibility.queries.ts'
import { say } from '../../platform/languages/index.ts'

/** Returns a new secret for a list's link: 128 random bits. */
function newLink(): string {
  return randomBytes(16).toString('hex')
}

/** Returns a viewer's rights to a list. @throws Refusal LIST_NOT_FOUND, including for a list they can't read */
async function requireRight(db: Db, viewer: string | null, key: string): Promise<ListRight> {
  const found = await findListRight(db, viewer, key)
  if (!found) throw new Refusal('LIST_NOT_FOUND')
  return found
}

/**
 * Returns a list by its id or link, with the spots that a viewer (null: a visitor) can see.
 * @throws Refusal LIST_NOT_FOUND
 */
export async function readList(db: Db, viewer: string | null, key: string): Promise<ListPage> {
  const { id } = await requireRight(db, viewer, key)
  const list = await selectList(db, viewer, id)
  const items = await selectItems(db, viewer, id)
  const ids = items.map(({ spot_id }) => spot_id)
  const cards = await selectCardsById(db, viewer, ids)
  return { ...list, items: items.map((item) => ({ ...item, spot: cards.get(item.spot_id) ?? null })) }
}

/**
 * Returns what a message needs to share a list: its id, and the link by which its recipient can read it (null if none).
 * Owners who name their list by its id share its current link.
 * @throws Refusal LIST_NOT_FOUND
 */
export async function requireSharedList(
  tx: Tx,
  viewer: string,
  key: string,
): Promise<{ list_id: string; list_link: string | null }> {
  const { id, right } = await requireRight(tx, viewer, key)
  const list = await lockLink(tx, id)
  if (!list) throw new Refusal('LIST_NOT_FOUND')
  if (isLink(key)) return { list_id: id, list_link: key }
  return { list_id: id, list_link: right === 'own' ? (list.link ?? null) : null }
}

/** Returns a person's lists and their crews' lists, and whether each contains a spot. */
export function ownLists(db: Db, user_id: string, spot_id: string | undefined) {
  return selectOwnLists(db, user_id, spot_id ?? null)
}

/**
 * Returns a person's public lists.
 * @throws Refusal PERSON_NOT_FOUND
 */
export async function readPublicLists(db: Db, viewer: string, user_id: string): Promise<List[]> {
  if (!(await isVisibleTo(db, viewer, user_id))) throw new Refusal('PERSON_NOT_FOUND')
  return selectPublicLists(db, viewer, user_id)
}

async function refuseTooMany(tx: Tx, user_id: string): Promise<void> {
  if ((await lockCount(tx, 'user_id', user_id)) >= LIMITS.lists_max) throw new Refusal('TOO_MANY_LISTS')
}

/** Checks whether a crew can have another list. @throws Refusal CREW_NOT_FOUND, TOO_MANY_LISTS */
async function refuseForCrew(tx: Tx, user_id: string, crew_id: string): Promise<void> {
  await requireMemberWhoShares(tx, user_id, crew_id)
  if ((await lockCount(tx, 'crew_id', crew_id)) >= LIMITS.crew_lists_max)
    throw new Refusal('TOO_MANY_LISTS', { detail: say`This crew has reached its list limit.` })
}

/**
 * Creates a list; idempotent by key.
 * @throws Refusal SPOT_NOT_FOUND, CREW_NOT_FOUND, TOO_MANY_LISTS, IN_PROGRESS, KEY_REUSED
 */
export function addList(db: Db, user_id: string, key: string, body: NewList): Promise<List> {
  return idempotent(db, { user_id, key, body }, async (tx) => {
    const { spot_id, ...wanted } = body
    await refuseTooMany(tx, user_id)
    if (spot_id) await requireCard(tx, user_id, spot_id)
    const crew_id = wanted.crew_id ?? null
    if (crew_id) await refuseForCrew(tx, user_id, crew_id)
    const id = uuid()
    const link = wanted.visibility === 'link' ? newLink() : null
    await publishList(tx, id, () => insertList(tx, { id, user_id, ...wanted, crew_id, link }))
    if (spot_id) {
      await appendSpot(tx, id, spot_id)
      await notifyOfListSpot(tx, user_id, id, spot_id)
    }
    return selectList(tx, user_id, id)
  })
}

/**
 * Copies another list's spots to a new private list; idempotent by key. Doesn't copy descriptions and notes by other
 * people. If owners copy their own hidden list, the copy is hidden until a successful appeal.
 * @throws Refusal LIST_NOT_FOUND, TOO_MANY_LISTS, IN_PROGRESS, KEY_REUSED
 */
export function copyList(db: Db, user_id: string, key: string, list_key: string): Promise<List> {
  return idempotent(db, { user_id, key, body: { copied: list_key } }, async (tx) => {
    const { id: from, right } = await requireRight(tx, user_id, list_key)
    await refuseTooMany(tx, user_id)
    const { name, description, is_hidden } = await selectList(tx, user_id, from)
    const withNotes = right === 'own'
    const id = uuid()
    const copied = { id, user_id, name, description: withNotes ? description : null }
    // The same timestamp as the original, so that an appeal can show both again.
    const hidden_at = is_hidden ? await lockHiddenAt(tx, from) : null
    await publishList(tx, id, () =>
      insertList(tx, { ...copied, visibility: 'private', link: null, crew_id: null, hidden_at }),
    )
    await copySpots(tx, user_id, { from, to: id, withNotes })
    return selectList(tx, user_id, id)
  })
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockList>>>
type Work<T> = (tx: Tx, list: Locked) => Promise<T>

function withList(...rights: readonly ListRight['right'][]) {
  return <T>(db: Db, user_id: string, id: string, work: Work<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      const list = await lockList(tx, id)
      const found = list && (await findListRight(tx, user_id, id))
      if (!found || !rights.includes(found.right)) throw new Refusal('LIST_NOT_FOUND')
      return work(tx, list)
    })
}

/**
 * Locks a list that a person owns, and runs an action on it.
 * @throws Refusal LIST_NOT_FOUND, including for another person's list
 */
export const withOwnList = withList('own')

/**
 * Locks a list that a person can add spots to, and runs an action on it.
 * @throws Refusal LIST_NOT_FOUND, including for a list they can only read
 */
export const withOpenList = withList('own', 'change')

/**
 * Changes a list's name, description, or visibility.
 * @throws Refusal LIST_NOT_FOUND, CREW_NOT_FOUND, TOO_MANY_LISTS
 */
export function editList(db: Db, user_id: string, id: string, edit: ListEdit): Promise<List> {
  return withOwnList(db, user_id, id, async (tx, { link: before, crew_id: crew_before }) => {
    const { name, description, visibility, crew_id } = edit
    // Skipped if the crew is unchanged, because removing a member locks the crew before its shared content.
    if (crew_id && crew_id !== crew_before) await refuseForCrew(tx, user_id, crew_id)
    const edited = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(visibility && {
        visibility,
        crew_id: crew_id ?? null,
        link: visibility === 'link' ? (before ?? newLink()) : null,
      }),
    }
    await publishList(tx, id, () => updateList(tx, id, edited))
    return selectList(tx, user_id, id)
  })
}

/**
 * Replaces the link of a list that is shared by link.
 * @throws Refusal LIST_NOT_FOUND, CONFLICT for a list without a link
 */
export function renewListLink(db: Db, user_id: string, id: string): Promise<List> {
  return withOwnList(db, user_id, id, async (tx, { visibility }) => {
    if (visibility !== 'link') throw new Refusal('CONFLICT', { detail: say`This list isn’t shared by link.` })
    await publishList(tx, id, () => updateList(tx, id, { link: newLink() }))
    return selectList(tx, user_id, id)
  })
}

/**
 * Deletes a list.
 * @throws Refusal LIST_NOT_FOUND
 */
export function removeList(db: Db, user_id: string, id: string): Promise<void> {
  return withOwnList(
    db,
    user_id,
    id,
    async (tx) => void (await publishList(tx, id, () => deleteList(tx, id))),
  )
}

/**
 * Deletes a list after a moderator's decision.
 * @throws Refusal LIST_NOT_FOUND
 */
export async function removeReportedList(tx: Tx, id: string): Promise<void> {
  if (!(await publishList(tx, id, () => deleteList(tx, id)))) throw new Refusal('LIST_NOT_FOUND')
}

/**
 * Hides a list from everyone except its owner.
 * @throws Refusal LIST_NOT_FOUND
 */
export async function hideList(tx: Tx, id: string): Promise<void> {
  if (!(await publishList(tx, id, () => setListHidden(tx, id, true)))) throw new Refusal('LIST_NOT_FOUND')
}

/** Shows a hidden list again, along with its owner's copies that were hidden with it. */
export async function showList(tx: Tx, id: string): Promise<void> {
  const hidden_at = await lockHiddenAt(tx, id)
  if (hidden_at === null) return
  // Works one by one, so that it also finds a copy that is still being created.
  for (let next: string | undefined; (next = await findHiddenWith(tx, id, hidden_at)); ) {
    const shown = next
    await publishList(tx, shown, () => setListHidden(tx, shown, false))
  }
}
