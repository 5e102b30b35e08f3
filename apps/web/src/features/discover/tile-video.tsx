import type { DiscoverItem } from '@nollie/contract'
import { type RefObject, useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useMayPlay } from '../../lib/media/may-play.ts'
import { makePlaySlots } from '../../lib/media/play-slots.ts'
import { useOnScreen } from '../../lib/use-on-screen.ts'
import { publishLoaded } from '../posts/index.ts'
import styles from './discover.module.css'

/** The number of videos that play at the same time. Phones can decode only a few. */
const slots = makePlaySlots(6)
/** The fraction of a tile that must be visible for its video to play. */
const SEEN = 0.6
/** How long (ms) to wait before requesting a video again if it's still being processed. */
const AGAIN_MS = 6000

type Props = {
  item: DiscoverItem
  /** The tile's element. */
  box: RefObject<HTMLElement | null>
  /** Whether something covers the grid, which pauses its videos. */
  still: boolean
}

/** A tile's video: muted, looping, and playing only while in view. Otherwise, the poster behind it is visible. */
export function TileVideo({ item, box, still }: Props) {
  const { post_id, media } = item
  const seen = useOnScreen(box, SEEN)
  const mayPlay = useMayPlay()
  const [playing, setPlaying] = useState(false)
  const isReady = media.status === 'ready' && media.url !== null
  // A file that fails to play frees its slot. If the item gets another file, the new file is tried.
  const [broken, setBroken] = useState<string | null>(null)
  const wants = seen && mayPlay && isReady && !still && media.url !== broken
  useEffect(() => {
    if (!wants) return
    return slots.enter(setPlaying)
  }, [wants])
  useEffect(() => {
    if (!seen || media.status !== 'processing') return
    const timer = setInterval(() => {
      call('GET /api/posts/:post_id', { params: { post_id } }).then(publishLoaded, () => undefined)
    }, AGAIN_MS)
    return () => clearInterval(timer)
  }, [seen, media.status, post_id])
  if (!playing || !media.url) return null
  return (
    <video
      className={styles.clip}
      src={media.url}
      autoPlay
      muted
      loop
      playsInline
      disablePictureInPicture
      aria-hidden="true"
      onError={() => setBroken(media.url)}
    />
  )
}
