import type { ImportArea } from '@nollie/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { importKeys } from '../../lib/keys/imports.ts'
import { byCursor, from } from '../../lib/paging.ts'

const PROGRESS_MS = 2_000

/** Whether an import changes without the admin doing anything. */
export function isActive({ state }: ImportArea): boolean {
  return state === 'running' || state === 'undoing'
}

/** The query for imports from OpenStreetMap, paginated. Repeats while one of them is in progress. */
export const areasQuery = infiniteQueryOptions({
  queryKey: importKeys.areas,
  ...byCursor,
  queryFn: ({ pageParam, signal }) => call('GET /api/imports/areas', { query: from(pageParam), signal }),
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ items }) => items.some(isActive)) ? PROGRESS_MS : false,
})

/** The query for the preview of importing an area. */
export function planQuery(area: string) {
  return queryOptions({
    queryKey: importKeys.plan(area),
    queryFn: ({ signal }) => call('GET /api/imports/areas/plan', { query: { area }, signal }),
    // An unfinished import of the area can start or end at any time.
    staleTime: 0,
    retry: false,
  })
}
