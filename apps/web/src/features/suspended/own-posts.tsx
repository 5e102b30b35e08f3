import type { Media, OwnContent } from '@nollie/contract'
import { EyeOff, Images, Play, Text } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Photo, Sheet } from '../../ui/index.ts'
import { dayText } from '../../lib/format.ts'
import { OwnItems } from './own-items.tsx'
import { looks } from '../../ui/looks.ts'
import styles from './own-posts.module.css'
import suspendedStyles from './suspended.module.css'
import { settingsLook } from '../settings/index.ts'

function getTitle({ title }: OwnContent) {
  return title ?? ''
}

function parseHost(url: string) {
  return URL.canParse(url) ? new URL(url).host : url
}

function getLabel(post: OwnContent): string {
  const title = getTitle(post)
  const [first] = post.media
  if (!first) return m.suspended_post_text({ title })
  return first.type === 'video' ? m.suspended_post_video({ title }) : m.suspended_post_photo({ title })
}

function Sign({ media, is_hidden }: OwnContent) {
  const [first] = media
  const Icon = is_hidden ? EyeOff : media.length > 1 ? Images : first?.type === 'video' ? Play : null
  return (
    Icon && (
      <span className={styles.sign}>
        <Icon size={20} aria-hidden="true" />
      </span>
    )
  )
}

function Tile({ post, onOpen }: { post: OwnContent; onOpen: () => void }) {
  const [first] = post.media
  const label = post.is_hidden ? `${getLabel(post)}, ${m.suspended_hidden()}` : getLabel(post)
  return (
    <button type="button" className={suspendedStyles.ownTile} aria-label={label} onClick={onOpen}>
      {first ? (
        <Photo media={first} alt="" square className={suspendedStyles.ownFill} />
      ) : (
        <span className={styles.tileText}>
          <Text size={20} aria-hidden="true" />
          <bdi>{getTitle(post)}</bdi>
        </span>
      )}
      <Sign {...post} />
    </button>
  )
}

function Item({ media, number, total }: { media: Media; number: number; total: number }) {
  if (media.type === 'image')
    return (
      <Photo
        media={media}
        alt={media.alt_text ?? m.suspended_photo_number({ number, total })}
        sizes="(width >= 640px) 672px, 100vw"
      />
    )
  if (!media.url) return <p className={settingsLook.meta}>{m.suspended_processing()}</p>
  return (
    // People's videos have no captions.
    <video
      src={media.url}
      {...(media.base ? { poster: `${media.base}/1080.webp` } : {})}
      controls
      playsInline
      preload="none"
      aria-label={media.alt_text ?? m.suspended_video_number({ number, total })}
    />
  )
}

function Opened({ post }: { post: OwnContent }) {
  const { media, words, photo_url, spot, created_at, is_hidden } = post
  const at = spot ? [m.suspended_at({ spot })] : []
  const hidden = is_hidden ? [m.suspended_hidden()] : []
  return (
    <div className={suspendedStyles.ownOpened}>
      {media.map((item, n) => (
        <Item key={item.id} media={item} number={n + 1} total={media.length} />
      ))}
      {words && (
        <p className={suspendedStyles.ownText}>
          <bdi>{words}</bdi>
        </p>
      )}
      {photo_url && (
        <p>
          <a className={looks.link} href={photo_url} target="_blank" rel="noreferrer nofollow ugc">
            {m.suspended_photo_link({ host: parseHost(photo_url) })}
          </a>
        </p>
      )}
      <p className={settingsLook.meta}>
        <bdi>{[dayText(created_at), ...at, ...hidden].join(' · ')}</bdi>
      </p>
    </div>
  )
}

/** The person's own posts in three columns, newest first. Each opens with its photos, videos, and text. */
export function OwnPosts() {
  const [open, setOpen] = useState(false)
  // The post stays rendered while its dialog closes.
  const [post, setPost] = useState<OwnContent | null>(null)
  return (
    <>
      <OwnItems kind="posts">
        {(posts) => (
          <ul className={suspendedStyles.ownTiles}>
            {posts.map((one) => (
              <li key={one.id}>
                <Tile
                  post={one}
                  onOpen={() => {
                    setPost(one)
                    setOpen(true)
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </OwnItems>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        onClosed={() => setPost(null)}
        title={post ? getTitle(post) : ''}
        size="wide"
      >
        {post && <Opened post={post} />}
      </Sheet>
    </>
  )
}
