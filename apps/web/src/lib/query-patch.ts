import {
  hashKey,
  type InferDataFromTag,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query'

type Patch = (data: unknown) => unknown
// Infers the data type from a query key.
type DataOf<K extends QueryKey> = InferDataFromTag<unknown, K>

// Queries whose data was embedded in the page and that a component has since read.
const watched = new WeakSet<object>()

/**
 * Whether a query's data was embedded in the page and hasn't been read by a component yet, which means it's current.
 * Returns true only once.
 */
export function isJustPreloaded(client: QueryClient, queryKey: QueryKey): boolean {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (!query || query.state.dataUpdateCount > 0 || watched.has(query)) return false
  watched.add(query)
  return true
}

type Load = { client: QueryClient; name: string; missed: Patch[] }

// {@link loadInto} calls in progress, with the patches made since they started.
const loads = new Set<Load>()

function underway(client: QueryClient, queryKey: QueryKey) {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  return query && query.state.fetchStatus !== 'idle' ? query.promise : undefined
}

// A patch must not mark stale data as fresh, so an invalidated query stays invalidated.
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
 * Changes a query's loaded data. A response that arrives later may be older and would overwrite the change, so the
 * patch is then applied again; patches must be idempotent. `patch` doesn't mutate its argument, and returns the same
 * object if nothing changes.
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

/** Like {@link patchQuery}, for every matching query. */
export function patchQueries<T>(client: QueryClient, filters: QueryFilters, patch: (data: T) => T): void {
  for (const { queryKey } of client.getQueryCache().findAll(filters))
    patchQuery(client, queryKey, patch as Patch)
}

/**
 * Loads data and merges it into a query's data. Patches made since `load` started are applied again after `merge`.
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

/** Resolves once the query's pending request, if any, has completed or failed. */
export async function fetchSettled(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await underway(client, queryKey)?.catch(() => undefined)
}

/** Whether any matching query is loading, in which case its response may be older than an event that arrives now. */
export function isUnderway(client: QueryClient, filters: QueryFilters): boolean {
  return client
    .getQueryCache()
    .findAll(filters)
    .some(({ state }) => state.fetchStatus !== 'idle')
}

/** The longest time (ms) that a response can take to arrive after the server has read its data. */
const SLOWEST_MS = 10_000

/**
 * Whether any matching query's data, loaded or still loading, may be older than `since` (a `performance.now()` time).
 */
export function isOlder(client: QueryClient, filters: QueryFilters, since: number): boolean {
  return client
    .getQueryCache()
    .findAll(filters)
    .some(({ state: { data, dataUpdatedAt, fetchStatus } }) => {
      if (data === undefined && fetchStatus === 'idle') return false
      const at = data === undefined ? Date.now() : dataUpdatedAt
      return at - SLOWEST_MS < performance.timeOrigin + since
    })
}

/**
 * Refetches all matching queries. If an initial load is in progress, lets it finish and then refetches, because that
 * load may return stale data.
 */
export function loadAgain(client: QueryClient, filters: QueryFilters): void {
  for (const { queryKey, state } of client.getQueryCache().findAll(filters))
    if (state.data === undefined)
      void underway(client, queryKey)?.then(
        () => client.invalidateQueries({ queryKey, exact: true }),
        () => undefined,
      )
  void client.invalidateQueries(filters)
}
