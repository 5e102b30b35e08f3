import { AdPlace } from '../ads/index.ts'
import { FeedMapCard } from '../map/index.ts'
import { NotificationsCard } from '../notifications/index.ts'
import { PartBoundary } from '../../ui/index.ts'
import type { OpenItem } from './post/post-media.tsx'
import { looks } from '../../ui/looks.ts'

/** The column next to the feed on wide screens: a map, the latest notifications, and the ad slot. */
export function FeedSide({ onOpen }: { onOpen: OpenItem }) {
  return (
    <div className={looks.sideCards}>
      <PartBoundary>
        <FeedMapCard />
      </PartBoundary>
      <PartBoundary>
        <NotificationsCard onOpen={onOpen} />
      </PartBoundary>
      <PartBoundary>
        <AdPlace last />
      </PartBoundary>
    </div>
  )
}
