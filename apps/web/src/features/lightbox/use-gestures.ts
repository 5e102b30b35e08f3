import { useEffect, useEffectEvent, useRef } from 'react'
import { watchGestures } from './watch-gestures.ts'

type Props = {
  /** Identifies the current item. The zoom is reset when it changes. */
  shownName: string
  neighbours: { previous: boolean; next: boolean }
  onStep: (by: -1 | 1) => void
  onClose: () => void
}

/** Detects swipes, pulls, and pinches on the stage. Returns refs for the stage and for its track of slides. */
export function useGestures({ shownName, neighbours, onStep, onClose }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const gestures = useRef<ReturnType<typeof watchGestures> | null>(null)
  const neighboursNow = useEffectEvent(() => neighbours)
  const swiped = useEffectEvent((to: 'previous' | 'next' | 'close') =>
    to === 'close' ? onClose() : onStep(to === 'next' ? 1 : -1),
  )
  useEffect(() => {
    if (!stage.current || !track.current) return
    gestures.current = watchGestures(stage.current, {
      neighbours: () => neighboursNow(),
      picture: () => track.current?.querySelector<HTMLElement>('[data-shown] > span') ?? null,
      track: track.current,
      onSwipe: (to) => swiped(to),
    })
    return () => gestures.current?.stop()
  }, [])
  useEffect(() => gestures.current?.reset(), [shownName])
  return { stage, track }
}
