import { type ComponentProps, Suspense } from 'react'
import { m } from '../../i18n/messages.ts'
import { Loading } from '../../ui/index.ts'
import type { DraftsPanel } from './drafts-panel.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const Panel = lazyPart(() => import('./drafts-panel.tsx').then((all) => ({ default: all.DraftsPanel })))

/** The signed-in person's drafts. The code loads when they're first shown. */
export function Drafts(props: ComponentProps<typeof DraftsPanel>) {
  return (
    <Suspense fallback={<Loading label={m.drafts_loading()} />}>
      <Panel {...props} />
    </Suspense>
  )
}
