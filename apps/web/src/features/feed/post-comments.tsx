import type { Post } from '@nollie/contract'
import { lazy, Suspense } from 'react'
import { m } from '../../i18n/messages.ts'
import { Spinner } from '../../ui/spinner.tsx'

const CommentsBelow = lazy(() =>
  import('./comments-below.tsx').then(({ CommentsBelow }) => ({ default: CommentsBelow })),
)

/** The comments of an item under its post; their code and they themselves come when they are first opened. */
export function PostComments({ id, ...item }: { id: string; post: Post; media_index: number }) {
  return (
    <div id={id} className="post-comments" data-in-use="">
      <Suspense
        fallback={
          <p className="post-comments-skeleton" role="status">
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
