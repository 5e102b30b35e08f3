import { Suspense } from 'react'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { m } from '../../i18n/messages.ts'
import type { AreaButtonProps } from './area-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

// Parts of first screens import this file: what it shows comes later.
const Button = lazyPart(() => import('./area-button.tsx').then(({ AreaButton }) => ({ default: AreaButton })))
const List = lazyPart(() => import('./area-list.tsx').then(({ AreaList }) => ({ default: AreaList })))

/** The button of the map that stores the part on screen. */
export const StoreArea = (props: AreaButtonProps) => (
  <Suspense fallback={null}>
    <Button {...props} />
  </Suspense>
)

/** The areas that this device stores. */
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
