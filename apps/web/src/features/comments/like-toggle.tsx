import { Heart } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { type LikePorts, makeLikeQueue } from './like-queue.ts'

const wantedLikes = makeLikeQueue()

type Props = {
  /** The comment or discussion that is liked. */
  of: { id: string; liked: boolean; likes_count: number }
  ports: LikePorts
  className: string
  /** What the button is called, given how many like it. */
  label: (count: number) => string
}

/** Likes a comment or discussion, or takes the like back; shown at once, and put right when it is refused. */
export function LikeToggle({ of, ports, className, label }: Props) {
  useSyncExternalStore(wantedLikes.subscribe, wantedLikes.turn)
  const [tapped, setTapped] = useState(false)
  const { liked, likes_count } = wantedLikes.shown(of)
  return (
    <button
      type="button"
      className={`act act-like ${className}`}
      aria-label={label(likes_count)}
      aria-pressed={liked}
      data-pop={tapped && liked ? '' : undefined}
      onClick={() => {
        setTapped(true)
        wantedLikes.toggle(of, ports)
      }}
    >
      <Heart size={19} aria-hidden="true" />
      {likes_count > 0 && <b>{likes_count}</b>}
    </button>
  )
}
