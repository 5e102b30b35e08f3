import { createFileRoute, useSearch } from '@tanstack/react-router'
import { DraftsPanel, QuickDrop } from '../../features/drafts/index.ts'
import { m } from '../../i18n/messages.ts'
import { useBack } from '../../lib/use-back.ts'
import { HeaderBar, Page } from '../../ui/index.ts'
import { memberOnly } from '../guards.ts'

/** `/quick-drop`: saves a photo and the current position as a draft. `?now=1` opens the camera right away. */
function QuickDropPage() {
  const { now }: { now?: unknown } = useSearch({ strict: false })
  return (
    <Page header={<HeaderBar title={m.drafts_quick_save()} onBack={useBack('/spots')} />}>
      <QuickDrop startsOpen={String(now) === '1'} />
      <DraftsPanel />
    </Page>
  )
}

export const Route = createFileRoute('/quick-drop')({
  beforeLoad: memberOnly,
  component: QuickDropPage,
  staticData: { title: m.drafts_quick_save, shell: 'rail' },
})
