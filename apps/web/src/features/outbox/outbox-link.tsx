import { useSelector } from '@tanstack/react-store'
import { lazy, Suspense } from 'react'
import { waitingList } from '../../lib/waiting/waiting-list.ts'

const OutboxLine = lazy(() => import('./outbox-line.tsx').then((part) => ({ default: part.OutboxLine })))

/** The way to the outbox while something is in it; costs first screens nothing else. */
export function OutboxLink() {
  if (!useSelector(waitingList, (all) => all.length > 0)) return null
  return (
    <Suspense>
      <OutboxLine />
    </Suspense>
  )
}
