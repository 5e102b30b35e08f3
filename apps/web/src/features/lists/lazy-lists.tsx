import { Suspense } from 'react'
import { m } from '../../i18n/messages.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import type { AddToListProps } from './add-to-list-sheet.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

// First screens import this file; its parts are loaded later.
const Sheet = lazyPart(() =>
  import('./add-to-list-sheet.tsx').then(({ AddToListSheet }) => ({ default: AddToListSheet })),
)
const Own = lazyPart(() =>
  import('./lists-panel.tsx').then(({ OwnListsPanel }) => ({ default: OwnListsPanel })),
)
const Theirs = lazyPart(() =>
  import('./lists-panel.tsx').then(({ PersonListsPanel }) => ({ default: PersonListsPanel })),
)

const loading = () => (
  <Loading label={m.lists_loading()}>
    <Skeleton />
  </Loading>
)

/** The sheet that adds a spot to lists; open while it is rendered. */
export const AddToList = (props: AddToListProps) => (
  <Suspense fallback={null}>
    <Sheet {...props} />
  </Suspense>
)

/** The viewer's lists, saved spots first. */
export const OwnLists = () => (
  <Suspense fallback={loading()}>
    <Own />
  </Suspense>
)

/** The public lists of a person. */
export const PersonLists = ({ user_id }: { user_id: string }) => (
  <Suspense fallback={loading()}>
    <Theirs user_id={user_id} />
  </Suspense>
)
