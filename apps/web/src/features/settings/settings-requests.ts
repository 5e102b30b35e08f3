import type { DataExport } from '@nollie/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { byCursor, from } from '../../lib/paging.ts'
import { settingsKeys } from '../../lib/keys/settings.ts'

/** The polling interval (ms) while an archive is in progress. */
const WAITING_MS = 4000

/** Fetches the viewer's email address, and any new address that hasn't been confirmed yet. */
export const accountQuery = queryOptions({
  queryKey: settingsKeys.account,
  queryFn: ({ signal }) => call('GET /api/account', { signal }),
  staleTime: 0,
})

/** Fetches the viewer's sessions, most recently used first. */
export const sessionsQuery = queryOptions({
  queryKey: settingsKeys.sessions,
  queryFn: ({ signal }) => call('GET /api/account/sessions', { signal }).then(({ items }) => items),
  staleTime: 0,
})

/** Fetches the identities that the viewer can sign in with, oldest first, and whether there is a password. */
export const identitiesQuery = queryOptions({
  queryKey: settingsKeys.identities,
  queryFn: ({ signal }) => call('GET /api/account/identities', { signal }),
  staleTime: 0,
})

/** Fetches the phone number that the viewer can sign in with. */
export const phoneQuery = queryOptions({
  queryKey: settingsKeys.phone,
  queryFn: ({ signal }) => call('GET /api/account/phone', { signal }),
  staleTime: 0,
})

/** Fetches the viewer's passkeys, newest first. */
export const passkeysQuery = queryOptions({
  queryKey: settingsKeys.passkeys,
  queryFn: ({ signal }) => call('GET /api/account/passkeys', { signal }).then(({ items }) => items),
  staleTime: 0,
})

/** Fetches the second factors, the number of unused recovery codes, trusted devices, and a pending recovery. */
export const factorsQuery = queryOptions({
  queryKey: settingsKeys.factors,
  queryFn: ({ signal }) => call('GET /api/account/factors', { signal }),
  staleTime: 0,
})

/** Fetches the viewer's access tokens, newest first. */
export const tokensQuery = queryOptions({
  queryKey: settingsKeys.tokens,
  queryFn: ({ signal }) => call('GET /api/account/tokens', { signal }).then(({ items }) => items),
  staleTime: 0,
})

/** Fetches the viewer's notification settings. */
export const switchesQuery = queryOptions({
  queryKey: settingsKeys.switches,
  queryFn: ({ signal }) => call('GET /api/notifications/switches', { signal }),
  staleTime: 0,
})

/** Fetches the viewer's push notification settings. */
export const pushQuery = queryOptions({
  queryKey: settingsKeys.push,
  queryFn: ({ signal }) => call('GET /api/push', { signal }),
  staleTime: 0,
})

/** Fetches whether the viewer gets the weekly digest and emails about new spots. */
export const digestsQuery = queryOptions({
  queryKey: settingsKeys.digests,
  queryFn: ({ signal }) => call('GET /api/digests', { signal }),
  staleTime: 0,
})

/** Fetches the viewer's preferences, which apply to all of their devices. */
export const preferencesQuery = queryOptions({
  queryKey: settingsKeys.preferences,
  queryFn: ({ signal }) => call('GET /api/account/preferences', { signal }),
  staleTime: 0,
})

/** Fetches the people the viewer has blocked, page by page, newest first. */
export const blocksQuery = infiniteQueryOptions({
  queryKey: settingsKeys.blocks,
  ...byCursor,
  queryFn: ({ pageParam, signal }) => call('GET /api/blocks', { query: from(pageParam), signal }),
  staleTime: 0,
})

/** Fetches the people the viewer has muted, page by page, newest first. */
export const mutesQuery = infiniteQueryOptions({
  queryKey: settingsKeys.mutes,
  ...byCursor,
  queryFn: ({ pageParam, signal }) => call('GET /api/mutes', { query: from(pageParam), signal }),
  staleTime: 0,
})

function isWaiting({ status }: DataExport) {
  return status === 'waiting'
}

/** Fetches the viewer's archives, newest first. Polls while one is in progress. */
export const exportsQuery = queryOptions({
  queryKey: settingsKeys.exports,
  queryFn: ({ signal }) => call('GET /api/my-data/exports', { signal }).then(({ items }) => items),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? WAITING_MS : false),
})
