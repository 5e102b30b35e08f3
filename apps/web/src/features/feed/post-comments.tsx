import type { Post } from '@nollie/contract'
import { lazy, Suspense } from 'react'
import { m } from '../../i18n/messages.ts'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './post-card.module.css'

const CommentsBelow = lazy(() =>
  import('./comments-below.tsx').then(({ CommentsBelow }) => ({ default: CommentsBelow })),
)

/** The comments of an item below its post; code and comments are loaded when they are first opened. */
export function PostComments({ id, ...item }: { id: string; post: Post; media_index: number }) {
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
        <CommentsBelow {...item} />
      </Suspense>
    </div>
  )
}
