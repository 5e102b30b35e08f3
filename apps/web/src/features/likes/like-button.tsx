import { Heart } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { toggleLike, useItem } from '../posts/index.ts'
import { looks } from '../../ui/looks.ts'
import { classes } from '../../lib/classes.ts'

type Props = {
  post_id: string
  media_index: number
  /** Whether the button is disabled. */
  disabled?: boolean
  /** Whether to omit the like count next to the heart. */
  bare?: boolean
}

/** An item's heart and like count. Selecting it likes the item or removes the like. */
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
      // Animates the heart only after a tap, not for an earlier like or for one that was rolled back.
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
