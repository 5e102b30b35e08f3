import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useItem } from './items.ts'
import type { LikesSheet } from './likes-sheet.tsx'
import './posts.css'

const load = () => import('./likes-sheet.tsx')
const Sheet = lazy(() => load().then(({ LikesSheet }) => ({ default: LikesSheet })))

/** Who likes an item. Its code comes when it is first opened. */
export function LikesDialog(props: ComponentProps<typeof LikesSheet>) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <Sheet {...props} />
    </Suspense>
  )
}

/** How many like an item; pressing the number shows who. */
export function LikesCount({ post_id, media_index }: { post_id: string; media_index: number }) {
  const { likes_count } = useItem(post_id, media_index)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="act act-count"
        aria-haspopup="dialog"
        aria-label={likes_count === 1 ? m.posts_likes_one() : m.posts_likes_count({ count: likes_count })}
        onClick={() => setOpen(true)}
        onPointerEnter={() => void load().catch(() => undefined)}
      >
        <b>{likes_count}</b>
      </button>
      <LikesDialog post_id={post_id} media_index={media_index} open={open} onOpenChange={setOpen} />
    </>
  )
}
