import type { Typed } from '@nollie/contract/places/coordinates/read-coordinates'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { loadCoordinatesReader, useCoordinatesReader } from '../../lib/coordinates-reader.ts'
import { placesQuery, type Point } from '../map/index.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { toPoint } from './pin-position.ts'

const PAUSE_MS = 300

/**
 * Parses a typed text as a position. `type` handles new text, and `onPoint` is called with its position. The place
 * search resolves a short plus code that comes with a town.
 */
export function useTypedPoint(text: string | null, onPoint: (point: Point) => void) {
  const read = useCoordinatesReader()
  const latest = useRef(text)
  useEffect(() => {
    void loadCoordinatesReader()
  }, [])
  const typed: Typed | null = text !== null && read ? read(text) : null
  const code = typed?.kind === 'plus-code' && typed.town ? `${typed.code} ${typed.town}` : ''
  const settled = useDebounced(code, PAUSE_MS)
  const { data, isLoading, isPlaceholderData } = useQuery(placesQuery(settled, null))
  const isSettled = settled === code && code !== '' && !isPlaceholderData
  const found = isSettled && data?.[0]?.id.startsWith('plus-code:') ? data[0] : null
  const given = useRef('')
  useEffect(() => {
    if (!found || given.current === code || found.latitude === null || found.longitude === null) return
    given.current = code
    onPoint({ latitude: found.latitude, longitude: found.longitude })
  }, [found, code, onPoint])
  const readLate = async (next: string) => {
    const late = await loadCoordinatesReader()
    const position = late && toPoint(late(next))
    if (position && latest.current === next) onPoint(position)
  }
  const type = (next: string) => {
    latest.current = next
    given.current = ''
    const point = read && toPoint(read(next))
    if (point) onPoint(point)
    if (!read) void readLate(next)
  }
  const isAwaited = typed === null || (code !== '' && (!isSettled || isLoading))
  return { typed, isAwaited, type, read }
}
