import type { DiscoverItem } from '@nollie/contract'
import { type RefObject, useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useMayPlay } from '../../lib/may-play.ts'
import { makePlaySlots } from '../../lib/play-slots.ts'
import { useSeen } from '../../lib/use-seen.ts'
import { publishLoaded } from '../posts/index.ts'

/** Phones decode only a few videos at a time. */
const slots = makePlaySlots(6)
/** So much of a tile is on screen before it plays. */
const SEEN = 0.6
/** A video that is still being made is asked for again after this, in ms. */
const AGAIN_MS = 6000

type Props = {
  item: DiscoverItem
  /** The tile. */
  box: RefObject<HTMLElement | null>
  /** Something stands in front of the grid. */
  still: boolean
}

/** The moving picture of a tile: muted, again and again, only while it is seen. Otherwise the poster under it shows. */
export function TileVideo({ item, box, still }: Props) {
  const { post_id, media } = item
  const seen = useSeen(box, SEEN)
  const mayPlay = useMayPlay()
  const [playing, setPlaying] = useState(false)
  const isReady = media.status === 'ready' && media.url !== null
  // A file that does not play leaves its slot to others; another file of the same item is tried.
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
      className="discover-clip"
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
