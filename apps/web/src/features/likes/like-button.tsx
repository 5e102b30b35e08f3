import { Heart } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { toggleLike, useItem } from '../posts/index.ts'
import { looks } from '../../ui/looks.ts'
import { classes } from '../../lib/classes.ts'

type Props = {
  post_id: string
  media_index: number
  /** Whether liking is not possible. */
  disabled?: boolean
  /** Whether to omit the number beside the heart. */
  bare?: boolean
}

/** The heart of an item and its number of likes; selecting it likes the item, or removes the like. */
export function LikeButton({ post_id, media_index, disabled = false, bare = false }: Props) {
  const { liked, likes_count } = useItem(post_id, media_index)
  const [tapped, setTapped] = useState(false)
  return (
    <button
      type="button"
      className={classes(looks.act, looks.actLike)}
      aria-label={m.likes_like()}
      aria-pressed={liked}
      aria-disabled={disabled || undefined}
      // Only a tap animates the heart, not an earlier like or one that is reverted.
      data-pop={tapped && liked ? '' : undefined}
      onClick={() => {
        if (disabled) return
        setTapped(true)
        toggleLike(post_id, media_index)
      }}
    >
      <Heart size={25} aria-hidden="true" />
      {!bare && <b>{likes_count}</b>}
    </button>
  )
}
