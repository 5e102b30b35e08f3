import type { Media } from '@nollie/contract'
import { type CSSProperties, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useMayPlayOne } from '../../lib/may-play.ts'
import { Photo, Spinner } from '../../ui/index.ts'

type Props = { media: Media; label: string; isShown: boolean; eager: boolean }

// The sound as the person left it: the next video plays with sound, too, once it was turned on.
let muted = true

const shapeOf = ({ width, height }: Media): CSSProperties =>
  ({ '--shape': width && height ? width / height : 4 / 3 }) as CSSProperties

function Clip({ media, label }: { media: Media; label: string }) {
  const [failed, setFailed] = useState(false)
  const mayPlay = useMayPlayOne()
  if (failed)
    return (
      <p className="lightbox-note" role="alert">
        {m.lightbox_video_failed()}
      </p>
    )
  return (
    // People's clips have no captions.
    <video
      className="lightbox-media"
      style={shapeOf(media)}
      src={media.url ?? undefined}
      poster={media.base ? `${media.base}/1080.webp` : undefined}
      aria-label={label}
      controls
      autoPlay={mayPlay}
      playsInline
      loop
      preload="metadata"
      ref={(video) => {
        if (video) video.muted = muted
      }}
      onVolumeChange={(event) => {
        muted = event.currentTarget.muted
      }}
      onError={() => setFailed(true)}
    />
  )
}

/** One photo or video, as large as the stage allows. A video off the middle is its poster: what is left stops. */
export function Slide({ media, label, isShown, eager }: Props) {
  if (media.type === 'video' && media.status === 'failed')
    return (
      <p className="lightbox-note" role="alert">
        {m.lightbox_video_failed()}
      </p>
    )
  const isReady = media.type === 'image' || (media.status === 'ready' && media.url !== null)
  if (media.type === 'video' && isReady && isShown) return <Clip media={media} label={label} />
  return (
    <>
      <Photo
        media={media}
        alt={isShown ? label : ''}
        className="lightbox-media"
        style={shapeOf(media)}
        eager={eager}
      />
      {!isReady && (
        <p className="lightbox-note lightbox-processing" role="status">
          <Spinner />
          {m.lightbox_processing()}
        </p>
      )}
    </>
  )
}
