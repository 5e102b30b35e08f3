import { type ComponentProps, Suspense, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useItem } from '../posts/index.ts'
import type { LikesSheet } from './likes-dialog.tsx'
import { looks } from '../../ui/looks.ts'
import { classes } from '../../lib/classes.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

function load() {
  return import('./likes-dialog.tsx')
}

const Sheet = lazyPart(() => load().then(({ LikesSheet }) => ({ default: LikesSheet })))

/** The dialog that lists the people who like an item. The code loads when it first opens. */
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

/** An item's like count. Selecting it shows who likes the item. */
export function LikesCount({ post_id, media_index }: { post_id: string; media_index: number }) {
  const { likes_count } = useItem(post_id, media_index)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={classes(looks.act, looks.actCount)}
        aria-haspopup="dialog"
        aria-label={m.likes_count({ count: likes_count })}
        onClick={() => setOpen(true)}
        onPointerEnter={() => void load().catch(() => undefined)}
      >
        <b>{likes_count}</b>
      </button>
      <LikesDialog post_id={post_id} media_index={media_index} open={open} onOpenChange={setOpen} />
    </>
  )
}
