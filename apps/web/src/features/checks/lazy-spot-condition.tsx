import type { SpotCondition } from '@nollie/contract'
import { Suspense, useEffect, useState } from 'react'
import { afterFirstScreen } from '../../lib/page/after-first-screen.ts'
import type { CheckedSpot } from './spot-condition-text.ts'
import { lazyExtra, lazyPart } from '../../ui/lazy-part.tsx'

/** Loads the code for `LazySpotCondition`. */
export function loadSpotCondition() {
  return import('./spot-condition-section.tsx')
}

/** A spot's condition, with controls to report it. The screen suspends until this has loaded. */
export const LazySpotCondition = lazyPart(() =>
  loadSpotCondition().then(({ SpotConditionSection }) => ({ default: SpotConditionSection })),
)

const Badge = lazyExtra(() =>
  import('./spot-condition-badge.tsx').then(({ SpotConditionBadge }) => ({ default: SpotConditionBadge })),
)

type BadgeProps = {
  /** Missing for spots stored by an older version. */
  condition: SpotCondition | undefined
  /** Whether to include spots that no longer exist. Set it if nothing else on the screen shows that. */
  orGone?: boolean
}

/** The badge for a spot that's skate-stopped, closed, or under construction; renders nothing for other spots. */
export function StoppedBadge({ condition, orGone = false }: BadgeProps) {
  return condition &&
    (/^(skate|under|closed)/.test(condition.state) || (orGone && condition.state === 'gone')) ? (
    <Suspense fallback={null}>
      <Badge condition={condition} />
    </Suspense>
  ) : null
}

type Props = { spot: CheckedSpot; onStatus?: ((status: 'open' | 'gone') => void) | undefined }

/** The condition on a spot's page. It loads after the first screen. */
export function SpotConditionSection(props: Props) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    void afterFirstScreen().then(() => setDue(true))
  }, [])
  // Reserves space from the start, so that nothing below the condition shifts.
  const room = <div style={{ minHeight: '2.75rem' }} />
  return isDue ? (
    <Suspense fallback={room}>
      <LazySpotCondition {...props} meets />
    </Suspense>
  ) : (
    room
  )
}
