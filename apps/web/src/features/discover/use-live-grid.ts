import type { DiscoverItem } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { listen } from '../../lib/live.ts'
import type { NewItems } from '../../lib/lists/newest-first.ts'
import { isOlder, isUnderway, patchQuery } from '../../lib/query-patch.ts'
import { useNewest } from '../../lib/lists/use-newest.ts'
import { publishLoaded, onPostChange, type PostChange } from '../posts/index.ts'
import { discoverQuery, loadPage } from './discover-requests.ts'
import { type Grid, grid, withPost } from './grid-cache.ts'

/** Posts that arrive within this time (ms) share one request. */
const COALESCE_MS = 800

const { queryKey } = discoverQuery

/** Updates the grid as posts change. Returns the number of new items, and a function that shows them. */
export function useLiveGrid(isLoaded: boolean): { newer: NewItems; showNewer: () => Promise<void> } {
  const client = useQueryClient()
  const drop = (isGone: (item: DiscoverItem) => boolean) =>
    patchQuery(client, queryKey, (list) => grid.without(list, isGone))
  const mayShow = (post_id: string) =>
    isUnderway(client, { queryKey }) ||
    grid.listItems(client.getQueryData<Grid>(queryKey)).some((item) => item.post_id === post_id)

  const onChange = (change: PostChange, scheduleRefresh: () => void) => {
    if (change.kind === 'loaded') return patchQuery(client, queryKey, (list) => withPost(list, change.post))
    if (change.kind === 'updated') {
      const { post_id } = change
      if (mayShow(post_id))
        call('GET /api/posts/:post_id', { params: { post_id } }).then(publishLoaded, () => undefined)
      return
    }
    if (change.kind === 'deleted')
      drop(({ post_id, spot_id }) =>
        change.post_id === null ? spot_id === change.spot_id : post_id === change.post_id,
      )
    if (change.kind !== 'gap' || isOlder(client, { queryKey }, change.since)) scheduleRefresh()
  }

  return useNewest({
    queryKey,
    list: grid,
    load: () => loadPage(),
    isLoaded,
    coalesce: COALESCE_MS,
    watch: (trigger) => {
      const stops = [
        onPostChange((change) => onChange(change, trigger)),
        listen('person', {
          message: (event) => {
            if (event.kind === 'away') drop(({ user_id }) => user_id === event.user_id)
            else if (event.kind === 'back') trigger()
          },
        }),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  })
}
