import type { CaseList } from '@nollie/contract/moderation/moderation-types'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { byCursor, from } from '../../lib/paging.ts'
import { moderationKeys } from '../../lib/keys/moderation.ts'

/** Fetches cases page by page. */
export function casesQuery(status: CaseList, owner_id?: string) {
  return infiniteQueryOptions({
    queryKey: moderationKeys.cases(status, owner_id ?? null),
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/moderation/cases', {
        query: { status, ...(owner_id && { owner_id }), ...from(pageParam) },
        signal,
      }),
  })
}

/** Fetches the number of open cases. It stops at one page, which is more than a badge shows. Admins only. */
export const openCasesQuery = queryOptions({
  queryKey: moderationKeys.openCount,
  queryFn: ({ signal }) =>
    call('GET /api/moderation/cases', { query: { status: 'open' }, signal }).then(
      ({ items }) => items.length,
    ),
})

/** Fetches one case. Fails with `NOT_FOUND` if it doesn't exist. */
export function caseQuery(case_id: string) {
  return queryOptions({
    queryKey: moderationKeys.one(case_id),
    queryFn: ({ signal }) => call('GET /api/moderation/cases/:case_id', { params: { case_id }, signal }),
  })
}

/** Fetches the decision behind an emailed link. Anyone with the link can see it. Fails with `BAD_TOKEN`. */
export function decisionQuery(token: string) {
  return queryOptions({
    queryKey: moderationKeys.decision(token),
    queryFn: ({ signal }) => call('POST /api/appeals/decision', { body: { token }, signal }),
    retry: false,
  })
}

/** Fetches the members whose name contains the query. */
export function membersQuery(q: string) {
  return queryOptions({
    queryKey: moderationKeys.members(q),
    queryFn: ({ signal }) => call('GET /api/moderation/people', { query: { q }, signal }),
    enabled: q !== '',
  })
}

/** Fetches deleted spots that can still be restored, page by page. */
export const deletedSpotsQuery = infiniteQueryOptions({
  queryKey: moderationKeys.spots,
  ...byCursor,
  queryFn: ({ pageParam, signal }) =>
    call('GET /api/moderation/deleted-spots', { query: from(pageParam), signal }),
})

/** Fetches the audit log page by page. */
export const logQuery = infiniteQueryOptions({
  queryKey: moderationKeys.log,
  ...byCursor,
  queryFn: ({ pageParam, signal }) => call('GET /api/moderation/audit', { query: from(pageParam), signal }),
})
