import { useSelector } from '@tanstack/react-store'
import { Heart } from 'lucide-react'
import { useState } from 'react'
import { useWaiting, type WaitingState } from '../../lib/outbox/use-outbox.ts'
import { type LikePorts, makeOptimisticLikes } from './optimistic-likes.ts'
import { looks } from '../../ui/looks.ts'
import { classes } from '../../lib/classes.ts'

const optimisticLikes = makeOptimisticLikes()

/** A like in the outbox. */
type WaitingLike = { liked: boolean }

function isWaiting({ state }: { state: WaitingState }) {
  return state === 'waiting'
}

function withQueued(of: Props['of'], liked: boolean): Props['of'] {
  return liked === of.liked
    ? of
    : { ...of, liked, likes_count: Math.max(0, of.likes_count + (liked ? 1 : -1)) }
}

type Props = {
  /** The comment or discussion to like. */
  of: { id: string; liked: boolean; likes_count: number }
  ports: LikePorts
  className?: string | undefined
  /** Returns the button's accessible name for a like count. */
  label: (count: number) => string
}

/**
 * A button that likes a comment or discussion, or removes the like. If the server refuses, the optimistic update is
 * rolled back.
 */
export function CommentLikeButton({ of, ports, className = '', label }: Props) {
  useSelector(optimisticLikes.wanted, (wanted) => wanted.get(of.id))
  const [tapped, setTapped] = useState(false)
  const waiting = useWaiting<WaitingLike>(ports.kind, of.id).find(isWaiting)
  const queued = waiting ? withQueued(of, waiting.payload.liked) : of
  const { liked, likes_count } = optimisticLikes.shown(queued)
  return (
    <button
      type="button"
      className={classes(looks.act, looks.actLike, className)}
      aria-label={label(likes_count)}
      aria-pressed={liked}
      data-pop={tapped && liked ? '' : undefined}
      onClick={() => {
        setTapped(true)
        optimisticLikes.toggle(queued, ports)
      }}
    >
      <Heart size={19} aria-hidden="true" />
      {likes_count > 0 && <b>{likes_count}</b>}
    </button>
  )
}
