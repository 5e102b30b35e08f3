import { Suspense, useRef } from 'react'
import type { Spot } from '@nollie/contract'
import { m } from '../../../i18n/messages.ts'
import { afterFirstScreen } from '../../../lib/page/after-first-screen.ts'
import { useNearViewport } from '../../../lib/use-near-viewport.ts'
import { Button, Skeleton } from '../../../ui/index.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { preloadLightbox, useOpenItem } from '../../lightbox/index.ts'
import styles from './spot-details.module.css'

const BriefComments = lazyPart(async () => {
  await afterFirstScreen()
  return import('./brief-comments.tsx').then(({ BriefComments }) => ({ default: BriefComments }))
})

type Props = { item: NonNullable<Spot['cover_item']>; count: number }

/** The number of comments on the page. The lightbox shows the rest. */
const SHOWN = 2

/**
 * The newest comments on a spot's cover item, with a field for adding one. They load when they're about to scroll into
 * view.
 */
export function SpotComments({ item, count }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNearViewport(place, '50% 0px')
  const open = useOpenItem()
  const pending = <Skeleton className={styles.pendingComments} />
  return (
    <div ref={place} className={styles.comments} data-none={count === 0 ? '' : undefined}>
      {isNear ? (
        <Suspense fallback={pending}>
          <BriefComments {...item} />
        </Suspense>
      ) : (
        pending
      )}
      {count > SHOWN && (
        <Button
          variant="quiet"
          size="sm"
          onPointerEnter={preloadLightbox}
          onClick={() => open(item.post_id, item.media_index)}
        >
          {m.spots_comments_all({ count })}
        </Button>
      )}
    </div>
  )
}
