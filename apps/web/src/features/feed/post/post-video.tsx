import type { Media } from '@nollie/contract'
import { Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { call } from '../../../lib/api.ts'
import { useMayPlayOne } from '../../../lib/media/may-play.ts'
import { makePlaySlots } from '../../../lib/media/play-slots.ts'
import { useOnScreen } from '../../../lib/use-on-screen.ts'
import { Photo } from '../../../ui/photos/photo.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { publishLoaded } from '../../posts/index.ts'
import { TapArea } from './tap-area.tsx'
import styles from './post-card.module.css'

/** How long (ms) to wait before requesting a video again if it's still being processed. */
const AGAIN_MS = 4000

function useUntilReady(post_id: string, isReady: boolean): void {
  useEffect(() => {
    if (isReady) return
    const timer = setInterval(() => {
      call('GET /api/posts/:post_id', { params: { post_id } }).then(
        (post) => publishLoaded(post),
        () => undefined,
      )
    }, AGAIN_MS)
    return () => clearInterval(timer)
  }, [post_id, isReady])
}

type Props = {
  media: Media
  post_id: string
  media_index: number
  label: string
  /** Whether this is the card's visible item. */
  isShown: boolean
  onOpen: () => void
}

/** The fraction of a video that must be visible for it to play. */
const SEEN = 0.6
/** Only one video plays at a time. */
const slots = makePlaySlots(1)

/** A video in a card. It plays muted while most of it is visible; a tap opens it in the lightbox. */
export function PostVideo({ media, post_id, media_index, label, isShown, onOpen }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [playing, setPlaying] = useState(false)
  // A file that fails to play frees its slot.
  const [broken, setBroken] = useState<string | null>(null)
  const isReady = media.status === 'ready' && media.url !== null
  const seen = useOnScreen(box, SEEN)
  const mayPlay = useMayPlayOne()
  const wants = isReady && isShown && seen && mayPlay && media.url !== broken
  useUntilReady(post_id, isReady)
  useEffect(() => {
    if (!wants) return
    return slots.enter(setPlaying)
  }, [wants])
  const poster = <Photo media={{ ...media, url: null }} alt={label} className={styles.photo} />
  if (!isReady)
    return (
      <div className={styles.open} ref={box}>
        {poster}
        <p className={styles.processing}>
          <Spinner />
          {m.feed_processing()}
        </p>
      </div>
    )
  return (
    <div className={styles.open} ref={box}>
      <TapArea
        label={m.feed_play({ title: label })}
        post_id={post_id}
        media_index={media_index}
        onOpen={onOpen}
      >
        {poster}
        {playing && (
          <video
            className={styles.clip}
            src={media.url ?? ''}
            autoPlay
            muted
            loop
            playsInline
            disablePictureInPicture
            aria-hidden="true"
            onError={() => setBroken(media.url)}
          />
        )}
        {!playing && (
          <span className={styles.play}>
            <Play size={30} fill="currentColor" aria-hidden="true" />
          </span>
        )}
      </TapArea>
    </div>
  )
}
