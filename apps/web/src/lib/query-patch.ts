import {
  hashKey,
  type InferDataFromTag,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query'

type Patch = (data: unknown) => unknown
// What a query's key says that it holds.
type DataOf<K extends QueryKey> = InferDataFromTag<unknown, K>

// Queries whose data came with the page, once a component updates them.
const watched = new WeakSet<object>()

/** Whether what is loaded came with the page and no component has updated it before: then it is the newest. True once. */
export function isJustBrought(client: QueryClient, queryKey: QueryKey): boolean {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (!query || query.state.dataUpdateCount > 0 || watched.has(query)) return false
  watched.add(query)
  return true
}

type Load = { client: QueryClient; name: string; missed: Patch[] }

// What is being loaded by hand, with the patches made since it was asked for.
const loads = new Set<Load>()

const underway = (client: QueryClient, queryKey: QueryKey) => {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  return query && query.state.fetchStatus !== 'idle' ? query.promise : undefined
}

// A patch says nothing of how old the rest is: what was to be loaded again still is.
function patchNow(client: QueryClient, queryKey: QueryKey, patch: Patch): void {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (query?.state.data === undefined) return
  const { data, dataUpdatedAt, isInvalidated } = query.state
  const next = patch(data)
  if (next === data) return
  client.setQueryData(queryKey, next, { updatedAt: dataUpdatedAt })
  if (isInvalidated) query.invalidate()
}

/**
 * Changes what is loaded of a query. An answer that is on its way may be older and would take the place of the change, so
 * it is made again when that is there: making it twice must make no difference. `patch` leaves its data as it is, and
 * gives the same where nothing changes.
 */
export function patchQuery<K extends QueryKey>(
  client: QueryClient,
  queryKey: K,
  patch: (data: DataOf<K>) => DataOf<K>,
): void {
  const make = patch as Patch
  patchNow(client, queryKey, make)
  const name = hashKey(queryKey)
  for (const load of loads) if (load.client === client && load.name === name) load.missed.push(make)
  void underway(client, queryKey)?.then(
    () => patchNow(client, queryKey, make),
    () => undefined,
  )
}

/** The same for every query that fits. */
export function patchQueries<T>(client: QueryClient, filters: QueryFilters, patch: (data: T) => T): void {
  for (const { queryKey } of client.getQueryCache().findAll(filters))
    patchQuery(client, queryKey, patch as Patch)
}

/**
 * Loads something by hand and merges it into what is loaded of a query; `merge` is to a patch what the query's own answer
 * is: what was patched since `load` began is made again on top.
 * @throws what `load` throws
 */
export async function loadInto<K extends QueryKey, A>(
  client: QueryClient,
  queryKey: K,
  load: () => Promise<A>,
  merge: (data: DataOf<K>, answer: A) => DataOf<K>,
): Promise<A> {
  const missed: Patch[] = []
  const running: Load = { client, name: hashKey(queryKey), missed }
  loads.add(running)
  try {
    const answer = await load()
    loads.delete(running)
    patchQuery<QueryKey>(client, queryKey, (data) =>
      missed.reduce((now, patch) => patch(now), merge(data as DataOf<K>, answer) as unknown),
    )
    return answer
  } finally {
    loads.delete(running)
  }
}

/** Done once the answer that is on its way to a query, if one is, has come or failed. */
export const landed = async (client: QueryClient, queryKey: QueryKey): Promise<void> => {
  await underway(client, queryKey)?.catch(() => undefined)
}

/** Whether something is being loaded for any matching query: its answer may be older than an event that arrives now. */
export const isUnderway = (client: QueryClient, filters: QueryFilters): boolean =>
  client
    .getQueryCache()
    .findAll(filters)
    .some(({ state }) => state.fetchStatus !== 'idle')

/** An answer was written at most so long before it is here. */
const SLOWEST_MS = 10_000

/** Whether the answer of any query that fits, also one on its way, may be from before a moment (of `performance.now()`). */
export const isOlder = (client: QueryClient, filters: QueryFilters, since: number): boolean =>
  client
    .getQueryCache()
    .findAll(filters)
    .some(({ state: { data, dataUpdatedAt, fetchStatus } }) => {
      if (data === undefined && fetchStatus === 'idle') return false
      const at = data === undefined ? Date.now() : dataUpdatedAt
      return at - SLOWEST_MS < performance.timeOrigin + since
    })

/** Loads all queries that fit again; those whose first answer is on its way, once it is there: it may be older. */
export function loadAgain(client: QueryClient, filters: QueryFilters): void {
  for (const { queryKey, state } of client.getQueryCache().findAll(filters))
    if (state.data === undefined)
      void underway(client, queryKey)?.then(
        () => client.invalidateQueries({ queryKey, exact: true }),
        () => undefined,
      )
  void client.invalidateQueries(filters)
}
