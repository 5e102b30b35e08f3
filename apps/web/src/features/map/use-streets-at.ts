import { useQuery } from '@tanstack/react-query'
import { useServerConfig } from '../../lib/server-config.ts'
import { isCovered } from './engine/coverage.ts'
import type { Point } from './map-requests.ts'
import { streetsQuery } from './streets-request.ts'

/**
 * Whether a map at a point would show streets: the operator's own, public ones, or streets of a configured style.
 * Undefined while unknown or not wanted.
 */
export function useStreetsAt({ latitude, longitude }: Point, isWanted: boolean): boolean | undefined {
  const style = useServerConfig()?.map_style
  const isShipped = style === 'shipped'
  const own = useQuery({ ...streetsQuery, enabled: isWanted && isShipped })
  if (!isWanted || style === undefined) return undefined
  if (!isShipped) return true
  return own.data ? isCovered(longitude, latitude, own.data.regions) : own.isError ? false : undefined
}
