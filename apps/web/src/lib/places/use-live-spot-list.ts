import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { makeDebounced } from '../debounce.ts'
import { listen } from '../live.ts'
import { isOlder, loadAgain } from '../query-patch.ts'

/** Changes within this time (ms) trigger a single request. */
const COALESCE_MS = 250

/**
 * Refetches the queries under a key when a displayed spot changes, changes status, or is hidden from the viewer.
 * Returns a cleanup function.
 */
export function watchSpotList(
  client: QueryClient,
  queryKey: readonly unknown[],
  isShown: (spot_id: string) => boolean,
): () => void {
  const { trigger, stop } = makeDebounced(() => loadAgain(client, { queryKey }), COALESCE_MS)
  const unlisten = listen('spot', {
    message: ({ spot_id }) => {
      if (spot_id === null || isShown(spot_id)) trigger()
    },
    gap: trigger,
    begun: (since) => isOlder(client, { queryKey }, since) && trigger(),
  })
  return () => {
    stop()
    unlisten()
  }
}

/** Runs {@link watchSpotList} while a list of these spots is on screen. */
export function useLiveSpotList(queryKey: readonly unknown[], spots: readonly { id: string }[]): void {
  const client = useQueryClient()
  const isShown = useEffectEvent((spot_id: string) => spots.some(({ id }) => id === spot_id))
  const key = useEffectEvent(() => queryKey)
  const name = JSON.stringify(queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is a new array each time; `name` is its text
  useEffect(() => watchSpotList(client, key(), (spot_id) => isShown(spot_id)), [client, name])
}
