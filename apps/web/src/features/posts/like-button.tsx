import { Heart } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { toggleLike, useItem } from './items.ts'
import './posts.css'

type Props = {
  post_id: string
  media_index: number
  /** Nothing can be liked here. */
  disabled?: boolean
  /** Without the number beside the heart. */
  bare?: boolean
}

/** The heart of an item and how many like it; pressing it likes the item, or takes the like back. */
export function LikeButton({ post_id, media_index, disabled = false, bare = false }: Props) {
  const { liked, likes_count } = useItem(post_id, media_index)
  const [tapped, setTapped] = useState(false)
  return (
    <button
      type="button"
      className="act act-like"
      aria-label={m.posts_like()}
      aria-pressed={liked}
      aria-disabled={disabled || undefined}
      // Only a tap makes the heart pop; one that was liked before, or is put back, stands still.
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
