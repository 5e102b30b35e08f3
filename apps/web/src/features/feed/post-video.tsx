import type { Media } from '@nollie/contract'
import { Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { Photo } from '../../ui/photo.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { announceLoaded } from '../posts/index.ts'

/** A video that is still being made is asked for again after this, in ms. */
const AGAIN_MS = 4000

function useUntilReady(post_id: string, isReady: boolean): void {
  useEffect(() => {
    if (isReady) return
    const timer = setInterval(() => {
      call('GET /api/posts/:post_id', { params: { post_id } }).then(
        (post) => announceLoaded(post),
        () => undefined,
      )
    }, AGAIN_MS)
    return () => clearInterval(timer)
  }, [post_id, isReady])
}

type Props = { media: Media; post_id: string; label: string; isShown: boolean }

/** A clip of a card: its poster first; a tap plays it in its place. */
export function PostVideo({ media, post_id, label, isShown }: Props) {
  const [playing, setPlaying] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const isReady = media.status === 'ready' && media.url !== null
  useUntilReady(post_id, isReady)
  useEffect(() => {
    if (!isShown) video.current?.pause()
  }, [isShown])
  const poster = <Photo media={{ ...media, url: null }} alt={playing ? '' : label} className="post-photo" />
  if (!isReady)
    return (
      <div className="post-open">
        {poster}
        <p className="post-processing">
          <Spinner />
          {m.feed_processing()}
        </p>
      </div>
    )
  if (playing)
    return (
      // biome-ignore lint/a11y/useMediaCaption: people's clips have no captions
      <video
        ref={video}
        className="post-clip"
        src={media.url ?? ''}
        controls
        autoPlay
        loop
        playsInline
        aria-label={label}
        onError={() => setPlaying(false)}
      />
    )
  return (
    <button
      type="button"
      className="post-open"
      aria-label={m.feed_play({ title: label })}
      onClick={() => setPlaying(true)}
    >
      {poster}
      <span className="post-play">
        <Play size={22} fill="currentColor" aria-hidden="true" />
      </span>
    </button>
  )
}
