import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { importKeys } from '../../lib/keys/imports.ts'

const PROGRESS_MS = 1_500

/** The query for uploaded files without an import. Repeats while one of them is being read. */
export const filesQuery = queryOptions({
  queryKey: importKeys.files,
  queryFn: ({ signal }) => call('GET /api/imports/files', { signal }),
  refetchInterval: ({ state }) =>
    state.data?.items.some((file) => file.state === 'reading') ? PROGRESS_MS : false,
})
