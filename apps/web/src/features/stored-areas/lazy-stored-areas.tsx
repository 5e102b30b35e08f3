import { Suspense } from 'react'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { m } from '../../i18n/messages.ts'
import type { AreaButtonProps } from './area-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

// The initial screens import this file; the parts load later.
const Button = lazyPart(() => import('./area-button.tsx').then(({ AreaButton }) => ({ default: AreaButton })))
const List = lazyPart(() => import('./area-list.tsx').then(({ AreaList }) => ({ default: AreaList })))

/** The map button that stores the visible part. */
export const StoreArea = (props: AreaButtonProps) => (
  <Suspense fallback={null}>
    <Button {...props} />
  </Suspense>
)

/** The areas stored on this device. */
export const StoredAreas = () => (
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
