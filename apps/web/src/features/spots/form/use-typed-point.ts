import type { Typed } from '@nollie/contract/places/coordinates/read-coordinates'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { loadCoordinatesReader, useCoordinatesReader } from '../../../lib/places/coordinates-reader.ts'
import { placesQuery, type Point } from '../../map/index.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { toPoint } from './pin-position.ts'

const PAUSE_MS = 300

/**
 * Parses a typed text as a position. `type` handles new text, and `onPoint` is called with its position. The place
 * search resolves a short plus code that comes with a town. Until then, `isAwaited` is true and `position` is null.
 */
export function useTypedPoint(text: string | null, onPoint: (point: Point) => void) {
  const read = useCoordinatesReader()
  const [isOffline, setOffline] = useState(false)
  const latest = useRef(text)
  const load = async () => {
    const loaded = await loadCoordinatesReader()
    setOffline(loaded === null)
    return loaded
  }
  const begin = useEffectEvent(load)
  useEffect(() => void begin(), [])
  const typed: Typed | null = text !== null && read ? read(text) : null
  const code = typed?.kind === 'plus-code' && typed.town ? `${typed.code} ${typed.town}` : ''
  const settled = useDebounced(code, PAUSE_MS)
  const { data, isLoading, isPlaceholderData } = useQuery(placesQuery(settled, null))
  const isSettled = settled === code && code !== '' && !isPlaceholderData
  const first = isSettled && data?.[0]?.id.startsWith('plus-code:') ? data[0] : null
  const found = useMemo(() => {
    const { latitude = null, longitude = null } = first ?? {}
    return latitude !== null && longitude !== null ? { latitude, longitude } : null
  }, [first])
  const given = useRef('')
  useEffect(() => {
    if (!found || given.current === code) return
    given.current = code
    onPoint(found)
  }, [found, code, onPoint])
  const readLate = async (next: string) => {
    const late = await load()
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
  const isAwaited = typed === null ? !isOffline : code !== '' && (!isSettled || isLoading)
  return { typed, position: (typed && toPoint(typed)) ?? found, isAwaited, type, read }
}
