import type { Tx } from '../../db/open.ts'
import { appendEvents } from '../../db/events.ts'
import { selectPeopleOfList } from './list-spots.queries.ts'
import { updateList } from './lists.queries.ts'

function publish(tx: Tx, list_id: string, people: Iterable<string>): Promise<void> {
  return appendEvents(
    tx,
    [...people].map((user_id) => ({ topic: `user:${user_id}`, name: 'list', data: { list_id } })),
  )
}

/**
 * Runs an action on a list, and publishes the change to everyone who had access before or has it now. The event has no
 * content, so each client reloads the list with its own permissions.
 */
export async function publishList<T>(tx: Tx, list_id: string, change: () => Promise<T>): Promise<T> {
  const before = await selectPeopleOfList(tx, list_id)
  const changed = await change()
  await publish(tx, list_id, new Set([...before, ...(await selectPeopleOfList(tx, list_id))]))
  return changed
}

/** Records that a list's content changed, and publishes this to the people with access. */
export async function listChanged(tx: Tx, list_id: string): Promise<void> {
  await updateList(tx, list_id, {})
  await publish(tx, list_id, await selectPeopleOfList(tx, list_id))
}
