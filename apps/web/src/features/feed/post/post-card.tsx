import type { Post } from '@nollie/contract'
import { MessageCircle } from 'lucide-react'
import { useAgo } from '../../../lib/text/ago-text.ts'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { postTitle } from '../../../lib/text/post-title.ts'
import { getName } from '../../../lib/text/person-name.ts'
import { cityAndState } from '../../../lib/places/place-text.ts'
import { Avatar } from '../../../ui/photos/avatar.tsx'
import { AppLink } from '../../../ui/link.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { TypeGlyph } from '../../../ui/text/type-glyph.tsx'
import { publishLoaded, savePost, useComments } from '../../posts/index.ts'
import { LikeButton, LikesCount } from '../../likes/index.ts'
import { SaveButton } from '../../saved/index.ts'
import { PostComments } from './lazy-post-comments.tsx'
import { type OpenItem, PostMedia } from './post-media.tsx'
import { PostMenu } from './post-menu.tsx'
import { PostShare } from './post-share.tsx'
import { PostText } from './post-text.tsx'
import { shownItems } from './shown-items.ts'
import { looks } from '../../../ui/looks.ts'
import styles from './post-card.module.css'

type Props = {
  post: Post
  /** The posts in this post's set, including the post itself, oldest first. Defaults to only the post. */
  set?: readonly Post[]
  onOpen: OpenItem
  /** Whether the card is on the first screen. */
  eager?: boolean
  /** The card's position in the list, starting at 1. */
  position?: number
  /** The heading level for the title; 1 if the title is the screen's heading. */
  level?: 1 | 2
  /** Whether the comments are initially open. */
  commentsOpen?: boolean
}

function audienceText({ audience, crew, user }: Post): string {
  if (crew) return m.crews_visible_to_crew({ crew: crew.name })
  return audience === 'mutuals'
    ? m.feed_visible_to_mutuals({ name: getName(user) })
    : m.crews_visible_to_only_me()
}

function Poster({ post }: { post: Post }) {
  const ago = useAgo(post.created_at)
  const href = `/user/${post.user_id}`
  return (
    <header className={styles.head}>
      <AppLink href={href} tabIndex={-1} aria-hidden="true">
        <Avatar person={post.user} size={40} />
      </AppLink>
      <div className={styles.who}>
        <AppLink className={styles.name} href={href}>
          <bdi>{getName(post.user)}</bdi>
        </AppLink>
        <Time className={styles.ago} at={post.created_at}>
          {ago}
        </Time>
        {post.audience && post.audience !== 'everybody' && (
          <span className={styles.ago}>{audienceText(post)}</span>
        )}
      </div>
      <PostMenu post={post} />
    </header>
  )
}

function Plate({ spot }: { spot: NonNullable<Post['spot']> }) {
  const place = cityAndState({ ...spot, country: null })
  const isGone = spot.status === 'gone'
  return (
    <AppLink
      className={styles.plate}
      href={`/spot/${spot.id}`}
      title={place ? `${spot.name}, ${place}` : spot.name}
      data-gone={isGone ? '' : undefined}
    >
      <TypeGlyph type={spot.spot_type ?? 'other'} size={38} />
      <span>
        <b>
          <bdi>{spot.name}</bdi>
        </b>
        {isGone ? <small>{m.feed_spot_gone()}</small> : place && <small>{place}</small>}
      </span>
    </AppLink>
  )
}

type BarProps = {
  post: Post
  /** The post that the visible item belongs to. */
  shown: Post
  media_index: number
  /** The element ID of the comments. */
  panel: string
  commentsOpen: boolean
  onComments: () => void
}

function Bar({ post, shown, media_index, panel, commentsOpen, onComments }: BarProps) {
  const comments_count = useComments(shown)
  return (
    <div className={styles.bar} data-bare={post.media.length > 0 ? undefined : ''}>
      {post.spot ? <Plate spot={post.spot} /> : <span />}
      <div className={styles.acts}>
        <LikeButton post_id={shown.id} media_index={media_index} bare />
        <LikesCount post_id={shown.id} media_index={media_index} />
        <button
          type="button"
          className={looks.act}
          aria-label={m.feed_comments({ count: comments_count })}
          aria-expanded={commentsOpen}
          aria-controls={commentsOpen ? panel : undefined}
          onClick={onComments}
        >
          <MessageCircle size={24} aria-hidden="true" />
          <b>{comments_count}</b>
        </button>
        <PostShare post={shown} media_index={media_index} />
        <SaveButton
          saved={shown.saved}
          send={(saved) => savePost(shown.id, saved)}
          onSaved={(saved) => publishLoaded({ ...shown, saved })}
        />
      </div>
    </div>
  )
}

// Returns the item that the card shows, initially the post's own. It doesn't change when the set grows.
function useShownItem(post: Post, set: readonly Post[]) {
  const items = shownItems(post, set)
  const [chosen, setChosen] = useState<string | null>(null)
  const found = items.findIndex(({ key }) => key === chosen)
  const own = items.findIndex(({ post_id }) => post_id === post.id)
  const at = found >= 0 ? found : Math.max(0, own)
  const item = items[at] ?? { post_id: post.id, media_index: 0 }
  return { items, at, item, choose: (next: number) => setChosen(items[next]?.key ?? null) }
}

/** A post in a list, with its author and time, photos and videos, spot, likes, comments, and text. */
export function PostCard({
  post,
  set = [post],
  onOpen,
  eager = false,
  position,
  level = 2,
  commentsOpen: startsWithComments = false,
}: Props) {
  const { items, at, item, choose } = useShownItem(post, set)
  const [commentsOpen, setCommentsOpen] = useState(startsWithComments)
  // Likes are for the visible item, comments for its whole post (C-31).
  const shown = set.find(({ id }) => id === item.post_id) ?? post
  const { media_index } = item
  const panel = `comments-${post.id}`
  const hasMedia = post.media.length > 0
  return (
    <article
      className={styles.root}
      aria-labelledby={`post-${post.id}`}
      aria-posinset={position}
      aria-setsize={-1}
    >
      <Poster post={post} />
      {hasMedia && (
        <PostMedia
          items={items}
          at={at}
          label={m.feed_by({ what: post.spot?.name ?? postTitle(post.title), name: getName(post.user) })}
          onMove={choose}
          onOpen={onOpen}
          eager={eager}
        />
      )}
      {!hasMedia && <PostText post={post} level={level} />}
      <Bar
        {...{ post, shown, media_index, panel, commentsOpen }}
        onComments={() => setCommentsOpen(!commentsOpen)}
      />
      {hasMedia && <PostText post={post} level={level} />}
      <PostComments id={panel} open={commentsOpen} post={shown} media_index={media_index} />
    </article>
  )
}
