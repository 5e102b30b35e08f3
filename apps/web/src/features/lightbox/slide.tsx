import type { Media } from '@nollie/contract'
import { type CSSProperties, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useMayPlayOne } from '../../lib/media/may-play.ts'
import { Photo, Spinner } from '../../ui/index.ts'
import lightboxStyles from './lightbox.module.css'
import styles from './slide.module.css'

/** `label` names an item without a description. */
type Props = { media: Media; label: string; isShown: boolean; eager: boolean }

// The sound setting. Once sound is turned on, later videos also play with sound.
let muted = true

function buildShapeStyle({ width, height }: Media): CSSProperties {
  return { '--shape': width && height ? width / height : 4 / 3 } as CSSProperties
}

function Clip({ media, label }: { media: Media; label: string }) {
  const [failed, setFailed] = useState(false)
  const mayPlay = useMayPlayOne()
  if (failed)
    return (
      <p className={lightboxStyles.note} role="alert">
        {m.lightbox_video_failed()}
      </p>
    )
  return (
    // Videos by members have no captions.
    <video
      className={styles.media}
      style={buildShapeStyle(media)}
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

/** A photo or video, as large as the stage allows. Only the current item plays; other videos show their poster. */
export function Slide({ media, label: name, isShown, eager }: Props) {
  const label = media.alt_text ?? name
  if (media.type === 'video' && media.status === 'failed')
    return (
      <p className={lightboxStyles.note} role="alert">
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
        className={styles.media}
        style={buildShapeStyle(media)}
        eager={eager}
      />
      {!isReady && (
        <p className={lightboxStyles.note} role="status">
          <Spinner />
          {m.lightbox_processing()}
        </p>
      )}
    </>
  )
}
