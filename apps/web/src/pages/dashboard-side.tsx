import { SpotsCard } from '../features/map/spots-card.tsx'
import { ActivityCard } from '../features/notifications/activity-card.tsx'
import type { OpenItem } from '../features/feed/index.ts'

/** What stands beside the feed on wide screens: a map, and what others did. */
export function DashboardSide({ onOpen }: { onOpen: OpenItem }) {
  return (
    <div className="side-cards">
      <SpotsCard />
      <ActivityCard onOpen={onOpen} />
    </div>
  )
}
