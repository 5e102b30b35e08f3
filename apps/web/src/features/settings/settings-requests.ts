import type { DataExport } from '@nollie/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { byCursor, from } from '../../lib/paging.ts'

/** How often an archive that is being made is asked for, in ms. */
const WAITING_MS = 4000

/** Address of the viewer, and the one that waits to be proven. */
export const accountQuery = queryOptions({
  queryKey: ['settings', 'account'],
  queryFn: ({ signal }) => call('GET /api/account', { signal }),
  staleTime: 0,
})

/** Where the viewer is signed in, last used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['settings', 'sessions'],
  queryFn: ({ signal }) => call('GET /api/account/sessions', { signal }).then(({ items }) => items),
  staleTime: 0,
})

/** The notification settings of the viewer. */
export const switchesQuery = queryOptions({
  queryKey: ['settings', 'switches'],
  queryFn: ({ signal }) => call('GET /api/notifications/switches', { signal }),
  staleTime: 0,
})

/** What the viewer chose for every device. */
export const preferencesQuery = queryOptions({
  queryKey: ['settings', 'preferences'],
  queryFn: ({ signal }) => call('GET /api/account/preferences', { signal }),
  staleTime: 0,
})

/** Whom the viewer blocks, newest first, page by page. */
export const blocksQuery = infiniteQueryOptions({
  queryKey: ['settings', 'blocks'],
  ...byCursor,
  queryFn: ({ pageParam, signal }) => call('GET /api/blocks', { query: from(pageParam), signal }),
  staleTime: 0,
})

const isWaiting = ({ status }: DataExport) => status === 'waiting'

/** The viewer's archives, newest first; asked again while one is being made. */
export const exportsQuery = queryOptions({
  queryKey: ['settings', 'exports'],
  queryFn: ({ signal }) => call('GET /api/my-data/exports', { signal }).then(({ items }) => items),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? WAITING_MS : false),
})
