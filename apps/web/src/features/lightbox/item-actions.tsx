import { MessageCircle, Share2, UsersRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/use-session.ts'
import { IconButton } from '../../ui/index.ts'
import { LikeButton, LikesCount, LikesDialog } from '../likes/index.ts'
import { useItem } from '../posts/index.ts'
import type { LightboxItem } from './lightbox-item.ts'
import { getShareTitle } from './lightbox-text.ts'
import { looks } from '../../ui/looks.ts'
import { classes } from '../../lib/classes.ts'
import styles from './lightbox.module.css'
import { lazyPart } from '../../ui/lazy-part.tsx'

const ShareSheet = lazyPart(() =>
  import('./share-sheet.tsx').then(({ ShareSheet }) => ({ default: ShareSheet })),
)

type Props = { item: LightboxItem; comments: boolean; onComments: (open: boolean) => void }

/** Buttons to like, comment, see who liked, and share. The first two are disabled for visitors (MEDIA-30). */
export function ItemActions({ item, comments, onComments }: Props) {
  const { post_id, media_index } = item
  const { comments_count } = useItem(post_id, media_index)
  const disabled = useSession().status !== 'signed-in'
  const [likes, setLikes] = useState(false)
  const [sharing, setSharing] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <div className={styles.actions}>
      <LikeButton post_id={post_id} media_index={media_index} disabled={disabled} bare />
      <LikesCount post_id={post_id} media_index={media_index} />
      <button
        type="button"
        className={classes(looks.act, styles.commentsButton)}
        aria-label={m.lightbox_comments({ count: comments_count })}
        aria-expanded={comments}
        aria-disabled={disabled || undefined}
        onClick={() => disabled || onComments(!comments)}
      >
        <MessageCircle size={24} aria-hidden="true" />
        <b>{comments_count}</b>
      </button>
      <span className={styles.actionsGap} />
      <IconButton label={m.lightbox_likes()} aria-haspopup="dialog" onClick={() => setLikes(true)}>
        <UsersRound size={23} aria-hidden="true" />
      </IconButton>
      <IconButton label={m.lightbox_share()} aria-haspopup="dialog" onClick={() => setSharing('open')}>
        <Share2 size={22} aria-hidden="true" />
      </IconButton>
      <LikesDialog post_id={post_id} media_index={media_index} open={likes} onOpenChange={setLikes} />
      {sharing !== 'never' && (
        <Suspense fallback={null}>
          <ShareSheet
            item={item}
            title={getShareTitle(item)}
            open={sharing === 'open'}
            onOpenChange={(open) => setSharing(open ? 'open' : 'closed')}
          />
        </Suspense>
      )}
    </div>
  )
}
