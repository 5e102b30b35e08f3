import type { OwnKind } from '@nollie/contract/my-data/own-kinds'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { moderationKeys } from '../../lib/keys/moderation.ts'
import { suspendedKeys } from '../../lib/keys/suspended.ts'

/** Fetches when and why the person was suspended. An appeal may be sent and answered at any time. */
export const suspensionQuery = queryOptions({
  queryKey: moderationKeys.decision('why'),
  queryFn: ({ signal }) => call('GET /api/my-data/suspension', { signal }),
  staleTime: 0,
})

/** Fetches the person's own content of one kind, page by page, newest first. */
export function ownContentQuery(kind: OwnKind) {
  return infiniteQueryOptions({
    queryKey: suspendedKeys.own(kind),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/my-data/mine', {
        query: { kind, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
}
