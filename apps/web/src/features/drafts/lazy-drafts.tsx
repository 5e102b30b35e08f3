import { type ComponentProps, lazy, Suspense } from 'react'
import { m } from '../../i18n/messages.ts'
import { Loading } from '../../ui/index.ts'
import type { DraftsPanel } from './drafts-panel.tsx'

const Panel = lazy(() => import('./drafts-panel.tsx').then((all) => ({ default: all.DraftsPanel })))

/** The drafts of the signed-in person. Their code is loaded when they are first shown. */
export const Drafts = (props: ComponentProps<typeof DraftsPanel>) => (
  <Suspense fallback={<Loading label={m.drafts_loading()} />}>
    <Panel {...props} />
  </Suspense>
)
