import { Suspense } from 'react'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { m } from '../../i18n/messages.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

// The initial screens import this file; the list loads later.
const List = lazyPart(() => import('./area-list.tsx').then(({ AreaList }) => ({ default: AreaList })))

/** The areas stored on this device. */
export function StoredAreas() {
  return (
    <Suspense
      fallback={
        <Loading label={m.shell_loading()}>
          <Skeleton />
        </Loading>
      }
    >
      <List />
    </Suspense>
  )
}
