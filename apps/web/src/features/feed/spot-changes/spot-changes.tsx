import type { Post, SpotStateChange } from '@nollie/contract'
import { Suspense } from 'react'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { changesBefore } from '../feed-cache.ts'
import styles from '../feed.module.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const SpotChangeCard = lazyPart(async () => ({
  default: (await import('./spot-change-card.tsx')).SpotChangeCard,
}))

type Props = { changes: readonly SpotStateChange[]; posts: readonly Post[]; index: number }

/** The status changes before the post at `index`. Their space is reserved while the card's code loads. */
export function SpotChanges({ changes, posts, index }: Props) {
  return changesBefore(changes, posts, index).map((change) => (
    <article key={change.spot.id} className={styles.row}>
      <div className={styles.change}>
        <PartBoundary>
          <Suspense fallback={null}>
            <SpotChangeCard change={change} />
          </Suspense>
        </PartBoundary>
      </div>
    </article>
  ))
}
