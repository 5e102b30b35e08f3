import { Suspense } from 'react'
import { m } from '../../i18n/messages.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import type { AddToListProps } from './add-to-list-sheet.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

// First screens import this file, so the components below load later.
const Sheet = lazyPart(() =>
  import('./add-to-list-sheet.tsx').then(({ AddToListSheet }) => ({ default: AddToListSheet })),
)
const Own = lazyPart(() =>
  import('./lists-panel.tsx').then(({ OwnListsPanel }) => ({ default: OwnListsPanel })),
)
const Theirs = lazyPart(() =>
  import('./lists-panel.tsx').then(({ PersonListsPanel }) => ({ default: PersonListsPanel })),
)

function loading() {
  return (
    <Loading label={m.lists_loading()}>
      <Skeleton />
    </Loading>
  )
}

/** The sheet for adding a spot to lists. It's open while it's rendered. */
export function AddToList(props: AddToListProps) {
  return (
    <Suspense fallback={null}>
      <Sheet {...props} />
    </Suspense>
  )
}

/** The viewer's lists. */
export function OwnLists() {
  return (
    <Suspense fallback={loading()}>
      <Own />
    </Suspense>
  )
}

/** A person's public lists. */
export function PersonLists({ user_id }: { user_id: string }) {
  return (
    <Suspense fallback={loading()}>
      <Theirs user_id={user_id} />
    </Suspense>
  )
}
