import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { importKeys } from '../../lib/keys/imports.ts'
import { byCursor, from } from '../../lib/paging.ts'

/** The query for fields that both people and a source changed, paginated. */
export const conflictsQuery = infiniteQueryOptions({
  queryKey: importKeys.conflicts,
  ...byCursor,
  queryFn: ({ pageParam, signal }) => call('GET /api/imports/conflicts', { query: from(pageParam), signal }),
})

/** The query for the operator's imports, paginated. */
export const runsQuery = infiniteQueryOptions({
  queryKey: importKeys.runs,
  ...byCursor,
  queryFn: ({ pageParam, signal }) => call('GET /api/imports/runs', { query: from(pageParam), signal }),
})
