import type { Post } from '@nollie/contract'
import { Suspense } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import styles from './post-card.module.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const LoadedComments = lazyPart(() =>
  import('./post-comments.tsx').then(({ PostComments }) => ({ default: PostComments })),
)

type Props = { id: string; open: boolean; post: Post; media_index: number }

/** The comments below a post while they're open. The code loads when they're first opened. */
export function PostComments({ id, open, ...item }: Props) {
  if (!open) return null
  return (
    <div id={id} className={styles.comments} data-in-use="">
      <Suspense
        fallback={
          <p className={styles.commentsSkeleton} role="status">
            <Spinner />
            {m.shell_loading()}
          </p>
        }
      >
        <LoadedComments {...item} />
      </Suspense>
    </div>
  )
}
