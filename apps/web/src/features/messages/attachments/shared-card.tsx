import type { Media, SharedContent } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { FileText, ImageOff, ListOrdered, ListX, MapPin, MapPinOff, Play, X } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { m } from '../../../i18n/messages.ts'
import { postTitle } from '../../../lib/text/post-title.ts'
import { NAMELESS, getName } from '../../../lib/text/person-name.ts'
import { AppLink, IconButton, Photo } from '../../../ui/index.ts'
import { listQuery, spotsText } from '../../lists/index.ts'
import { postQuery } from '../../posts/index.ts'
import { spotQuery } from '../../spots/index.ts'
import { preloadLightbox } from '../../lightbox/index.ts'
import type { SharedRef } from './shared-ref.ts'
import { classes } from '../../../lib/classes.ts'
import styles from './shared-card.module.css'

/** Opens a photo or video in the lightbox. */
export type OpenItem = (post_id: string, media_index: number) => void

type Seen = { photo: ReactNode; title: string; meta: string | null }

function Inside({ photo, title, meta }: Seen) {
  return (
    <>
      <span className={styles.photo}>{photo}</span>
      <span className={styles.text}>
        <b>
          <bdi>{title}</bdi>
        </b>
        {meta && (
          <small>
            <bdi>{meta}</bdi>
          </small>
        )}
      </span>
    </>
  )
}

function picture(media: Media | null, otherwise: ReactNode) {
  return media?.base ? (
    <>
      <Photo media={media} alt="" square className={styles.fill} />
      {media.type === 'video' && <Play className={styles.play} size={18} aria-hidden="true" />}
    </>
  ) : (
    otherwise
  )
}

/** Returns a shared post's label, which depends on its kind and author. */
function describeAuthor(media: Media | null, name: string): string {
  if (!media) return m.messages_post_by({ name })
  return media.type === 'video' ? m.messages_video_by({ name }) : m.messages_photo_by({ name })
}

function spotSeen({ name, city, photo }: NonNullable<SharedContent['spot']>): Seen {
  return {
    photo: picture(photo, <MapPin size={22} aria-hidden="true" />),
    title: name,
    meta: city ?? m.messages_spot(),
  }
}

function postSeen({
  title,
  media,
  user,
}: Pick<NonNullable<SharedContent['post']>, 'title' | 'media' | 'user'>): Seen {
  const by = describeAuthor(media, getName(user, NAMELESS.byline))
  return {
    photo: picture(media, <FileText size={22} aria-hidden="true" />),
    title: postTitle(title) || by,
    meta: title ? by : null,
  }
}

function listSeen({
  name,
  spots_count,
  photo,
  user,
}: Omit<NonNullable<SharedContent['list']>, 'id' | 'key'>): Seen {
  return {
    photo: picture(photo, <ListOrdered size={22} aria-hidden="true" />),
    title: name,
    meta: [spotsText(spots_count), getName(user, NAMELESS.byline)].join(' · '),
  }
}

const GONE_SIGNS = { spot: MapPinOff, post: ImageOff, list: ListX }

function describeGone(kind: SharedContent['kind']): string {
  if (kind === 'list') return m.messages_shared_list_unavailable()
  return kind === 'spot' ? m.messages_shared_spot_unavailable() : m.messages_shared_post_unavailable()
}

function Gone({ kind }: { kind: SharedContent['kind'] }) {
  const Sign = GONE_SIGNS[kind]
  return (
    <p className={classes(styles.root, styles.gone)} data-shared-card="">
      <Sign size={20} aria-hidden="true" />
      {describeGone(kind)}
    </p>
  )
}

function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}

/** A spot, post, or list shared in a message. It opens the page of the spot, list, or text post, or the lightbox. */
export function SharedCard({ shared, onOpen }: { shared: SharedContent; onOpen: OpenItem }) {
  const { kind, spot, post, list } = shared
  if (spot)
    return (
      <AppLink className={styles.root} data-shared-card="" href={`/spots/${spot.id}`}>
        <Inside {...spotSeen(spot)} />
      </AppLink>
    )
  if (list)
    return (
      <AppLink className={styles.root} data-shared-card="" href={`/lists/${list.key}`}>
        <Inside {...listSeen(list)} />
      </AppLink>
    )
  if (!post) return <Gone kind={kind} />
  const { id, media_index, media, spot_id, user } = post
  if (!media)
    return (
      <AppLink
        className={styles.root}
        data-shared-card=""
        href={spot_id ? `/spots/${spot_id}` : `/user/${user.user_id}`}
      >
        <Inside {...postSeen(post)} />
      </AppLink>
    )
  return (
    <a
      className={styles.root}
      data-shared-card=""
      href={`${location.pathname}?item=${id}.${media_index}`}
      onPointerEnter={preloadLightbox}
      onClick={(event) => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        onOpen(id, media_index)
      }}
    >
      <Inside {...postSeen(post)} />
    </a>
  )
}

function loadingCard(): Seen {
  return { photo: null, title: m.messages_attached_loading(), meta: null }
}

function useOnScreen(shared: SharedRef): Seen | 'gone' {
  const { kind } = shared
  const spot = useQuery({ ...spotQuery(kind === 'spot' ? shared.spot_id : ''), enabled: kind === 'spot' })
  const post = useQuery({ ...postQuery(kind === 'post' ? shared.post_id : ''), enabled: kind === 'post' })
  const list = useQuery({ ...listQuery(kind === 'list' ? shared.list_key : ''), enabled: kind === 'list' })
  if ({ spot, post, list }[kind].isError) return 'gone'
  if (shared.kind === 'spot') return spot.data ? spotSeen(spot.data) : loadingCard()
  if (shared.kind === 'list')
    return list.data ? listSeen({ ...list.data, user: list.data.owner }) : loadingCard()
  if (!post.data) return loadingCard()
  const item = post.data.media.find(({ media_index }) => media_index === shared.media_index)
  return postSeen({ ...post.data, media: item?.media ?? null })
}

/** The attachment of a draft or an unconfirmed message. `onRemove` removes it from the draft. */
export function AttachedCard({ shared, onRemove }: { shared: SharedRef; onRemove?: () => void }) {
  const seen = useOnScreen(shared)
  return (
    <div className={styles.attached} data-shared-attached="">
      {seen === 'gone' ? (
        <Gone kind={shared.kind} />
      ) : (
        <div className={styles.root} data-shared-card="">
          <Inside {...seen} />
        </div>
      )}
      {onRemove && (
        <IconButton label={m.messages_attached_remove()} onClick={onRemove}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}
