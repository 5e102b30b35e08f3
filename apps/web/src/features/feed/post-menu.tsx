import type { Post } from '@nollie/contract'
import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { nameOf } from '../../lib/names.ts'
import { IconButton } from '../../ui/icon-button.tsx'

const load = () => import('./post-actions.tsx')
const PostActions = lazy(() => load().then(({ PostActions }) => ({ default: PostActions })))

/** What can be done with a post. The menu and its dialogs are heavier than the card and come when first wanted. */
export function PostMenu({ post }: { post: Post }) {
  const [wanted, setWanted] = useState(false)
  const label = m.feed_menu({ name: nameOf(post.user) })
  const button = (
    <IconButton
      label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
      onPointerEnter={() => void load().catch(() => undefined)}
    >
      <Ellipsis size={22} aria-hidden="true" />
    </IconButton>
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <PostActions post={post} label={label} />
    </Suspense>
  )
}
