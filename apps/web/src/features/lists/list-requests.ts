import type { List, ListEdit, ListPage, ListVisibility } from '@nollie/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type ApiAnswer, call } from '../../lib/api.ts'
import { listKeys } from '../../lib/keys/lists.ts'

/** The query for all of the viewer's lists, most recently changed first. */
export const ownListsQuery = queryOptions({
  queryKey: listKeys.own,
  queryFn: ({ signal }) => call('GET /api/lists', { query: {}, signal }),
  select: ({ items }) => items,
})

/** The query for the viewer's lists and which of them contain a given spot. */
export function listsWithSpotQuery(spot_id: string) {
  return queryOptions({
    queryKey: listKeys.withSpot(spot_id),
    queryFn: ({ signal }) => call('GET /api/lists', { query: { spot_id }, signal }),
    select: ({ items }) => items,
    // Another tab or device may have changed the lists.
    staleTime: 0,
  })
}

/** The query for a person's public lists, most recently changed first. */
export function personListsQuery(user_id: string) {
  return queryOptions({
    queryKey: listKeys.ofPerson(user_id),
    queryFn: ({ signal }) => call('GET /api/people/:user_id/lists', { params: { user_id }, signal }),
    select: ({ items }) => items,
  })
}

/** The query for a list and its spots, by the list's ID or link. */
export function listQuery(key: string) {
  return queryOptions({
    queryKey: listKeys.one(key),
    queryFn: ({ signal }) => call('GET /api/lists/:list_id', { params: { list_id: key }, signal }),
    staleTime: 0,
  })
}

/** The request body sent by the list form. */
export type ListValues = {
  name: string
  description: string
  visibility: ListVisibility
  crew_id: string | null
}

function settle(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: listKeys.all })
}

/** Creates a list, optionally with its first spot. */
export async function addList(
  client: QueryClient,
  values: ListValues & { spot_id?: string },
  key: string,
): Promise<List> {
  const made = await call('POST /api/lists', { body: values, headers: { 'idempotency-key': key } })
  void settle(client)
  return made
}

/** Edits a list and updates it on screen. */
export async function editList(client: QueryClient, list_id: string, body: ListEdit): Promise<List> {
  const changed = await call('PATCH /api/lists/:list_id', { params: { list_id }, body })
  await settle(client)
  return changed
}

/** Replaces a list's link. */
export async function renewLink(client: QueryClient, list_id: string): Promise<List> {
  const changed = await call('PUT /api/lists/:list_id/link', { params: { list_id } })
  await settle(client)
  return changed
}

/** Copies another list's spots to a new list that the viewer owns. */
export async function copyList(client: QueryClient, list_id: string, key: string): Promise<List> {
  const made = await call('POST /api/lists/:list_id/copy', {
    params: { list_id },
    headers: { 'idempotency-key': key },
  })
  void settle(client)
  return made
}

/** Deletes a list. */
export async function removeList(client: QueryClient, list_id: string): Promise<void> {
  await call('DELETE /api/lists/:list_id', { params: { list_id } })
  client.removeQueries({ queryKey: listKeys.one(list_id) })
  void client.invalidateQueries({ queryKey: listKeys.own })
}

/** Adds a spot to a list or removes it. */
export function setInList(
  list_id: string,
  spot_id: string,
  wanted: boolean,
): Promise<ApiAnswer<'PUT /api/lists/:list_id/spots/:spot_id'>> {
  return call(`${wanted ? 'PUT' : 'DELETE'} /api/lists/:list_id/spots/:spot_id`, {
    params: { list_id, spot_id },
  })
}

/** Marks all lists as stale after a spot has been added or removed. */
export function showInList(client: QueryClient): void {
  return void settle(client)
}

/** Saves the note on a spot in a list, and updates it on screen. */
export async function writeNote(
  client: QueryClient,
  { list_id, spot_id }: { list_id: string; spot_id: string },
  text: string,
): Promise<void> {
  const { note } = await call('PATCH /api/lists/:list_id/spots/:spot_id', {
    params: { list_id, spot_id },
    body: { note: text },
  })
  patchList(client, list_id, (list) => ({
    ...list,
    items: list.items.map((item) => (item.spot_id === spot_id ? { ...item, note } : item)),
  }))
}

/** Updates a list if it's loaded. */
export function patchList(client: QueryClient, key: string, change: (list: ListPage) => ListPage): void {
  return void client.setQueryData(listQuery(key).queryKey, (known) => known && change(known))
}

let ordering = 0

/** Whether a reorder request is in progress. */
export function isOrdering(): boolean {
  return ordering > 0
}

/** Reorders a list's spots with an optimistic update, and refetches the list if that fails. */
export async function orderList(
  client: QueryClient,
  list_id: string,
  spot_ids: readonly string[],
): Promise<void> {
  ordering += 1
  await client.cancelQueries({ queryKey: listKeys.one(list_id) })
  patchList(client, list_id, (list) => ({ ...list, items: inOrder(list.items, spot_ids) }))
  try {
    await call('PUT /api/lists/:list_id/order', { params: { list_id }, body: { spot_ids: [...spot_ids] } })
  } finally {
    ordering -= 1
    // Refetches all lists, because events were ignored during the reorder. This waits for the last request, because an
    // older order would undo the newer one on screen.
    if (ordering === 0) void settle(client)
  }
}

/** Sorts items in the order of the given IDs. Items whose ID is missing come last. */
export function inOrder(items: ListPage['items'], spot_ids: readonly string[]): ListPage['items'] {
  const place = new Map(spot_ids.map((id, index) => [id, index]))
  return items.toSorted(
    (a, b) => (place.get(a.spot_id) ?? spot_ids.length) - (place.get(b.spot_id) ?? spot_ids.length),
  )
}
