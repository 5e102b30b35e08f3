import { useQuery } from '@tanstack/react-query'
import { useServerConfig } from '../../../lib/server-config.ts'
import { isCovered } from '../engine/coverage.ts'
import type { Point } from '../map-requests.ts'
import { streetsQuery } from './streets-request.ts'

/**
 * Returns whether a map of this point would show streets: the operator's, public ones, or a configured style's. Returns
 * undefined while that's unknown or if `isWanted` is false.
 */
export function useStreetsAt({ latitude, longitude }: Point, isWanted: boolean): boolean | undefined {
  const style = useServerConfig()?.map_style
  const isShipped = style === 'shipped'
  const own = useQuery({ ...streetsQuery, enabled: isWanted && isShipped })
  if (!isWanted || style === undefined) return undefined
  if (!isShipped) return true
  return own.data ? isCovered(longitude, latitude, own.data.regions) : own.isError ? false : undefined
}
