import type { OwnKind } from '@nollie/contract/own-kinds'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { MINE_KEY } from '../moderation/index.ts'

/** Since when and why the account is suspended; an appeal may be sent and answered at any time. */
export const suspensionQuery = queryOptions({
  queryKey: [...MINE_KEY, 'why'],
  queryFn: ({ signal }) => call('GET /api/my-data/suspension', { signal }),
  staleTime: 0,
})

/** What the person made of a kind, newest first, page by page. */
export const mineQuery = (kind: OwnKind) =>
  infiniteQueryOptions({
    queryKey: ['suspended', 'mine', kind],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/my-data/mine', {
        query: { kind, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
