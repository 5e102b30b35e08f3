import { useQuery } from '@tanstack/react-query'
import { useServerConfig } from '../../lib/server-config.ts'
import { isCovered } from './engine/coverage.ts'
import type { Point } from './map-requests.ts'
import { streetsQuery } from './streets-request.ts'

/**
 * Whether a map drawn at a point would show streets: of the operator's own, of the public ones or of a style of theirs.
 * Undefined while that is unknown, and while nobody wants to know.
 */
export function useStreetsAt({ latitude, longitude }: Point, isWanted: boolean): boolean | undefined {
  const style = useServerConfig()?.map_style
  const isShipped = style === 'shipped'
  const own = useQuery({ ...streetsQuery, enabled: isWanted && isShipped })
  if (!isWanted || style === undefined) return undefined
  if (!isShipped) return true
  return own.data ? isCovered(longitude, latitude, own.data.regions) : own.isError ? false : undefined
}
