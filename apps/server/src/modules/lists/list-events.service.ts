import type { Tx } from '../../db/open.ts'
import { appendEvents } from '../../db/events.ts'
import { selectPeopleOfList } from './list-spots.queries.ts'
import { updateList } from './lists.queries.ts'

const publish = (tx: Tx, list_id: string, people: Iterable<string>): Promise<void> =>
  appendEvents(
    tx,
    [...people].map((user_id) => ({ topic: `user:${user_id}`, name: 'list', data: { list_id } })),
  )

/**
 * Does something with a list, and publishes that it changed to who takes part in it before or afterwards. The event says nothing
 * of what is in the list: each loads it again, as they may read it.
 */
export const publishList = async <T>(tx: Tx, list_id: string, change: () => Promise<T>): Promise<T> => {
  const before = await selectPeopleOfList(tx, list_id)
  const changed = await change()
  await publish(tx, list_id, new Set([...before, ...(await selectPeopleOfList(tx, list_id))]))
  return changed
}

/** Notes that what is in a list changed, and publishes it to who takes part in it, which stays as it was. */
export const listChanged = async (tx: Tx, list_id: string): Promise<void> => {
  await updateList(tx, list_id, {})
  await publish(tx, list_id, await selectPeopleOfList(tx, list_id))
}
