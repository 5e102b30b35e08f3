import type { Post } from '@nollie/contract'
import { m } from '../../../i18n/messages.ts'
import { getName } from '../../../lib/text/person-name.ts'
import { LazyMenu } from '../../../ui/overlays/lazy-menu.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'

function load() {
  return import('./post-menu-items.tsx')
}

const PostActions = lazyPart(() => load().then(({ PostActions }) => ({ default: PostActions })))

/** The menu of actions on a post. */
export function PostMenu({ post }: { post: Post }) {
  const label = m.feed_menu({ name: getName(post.user) })
  return (
    <LazyMenu label={label} load={load}>
      <PostActions post={post} label={label} />
    </LazyMenu>
  )
}
