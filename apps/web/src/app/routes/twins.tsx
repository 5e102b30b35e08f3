import { createFileRoute } from '@tanstack/react-router'
import { OwnMerges, OwnTwinPairs } from '../../features/twins/index.ts'
import { m } from '../../i18n/messages.ts'
import { useState } from 'react'
import { useBack } from '../../lib/use-back.ts'
import { HeaderBar, Page, Tabs } from '../../ui/index.ts'
import { memberOnly } from '../guards.ts'

/** `/twins`: the viewer's possible duplicate spots, and the merges they can undo. */
function TwinsPage() {
  const [tab, setTab] = useState('merges')
  return (
    <Page header={<HeaderBar title={m.twins_title()} onBack={useBack('/profile')} />}>
      <Tabs
        label={m.twins_title()}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'merges', title: m.twins_merges(), panel: <OwnMerges /> },
          { value: 'pairs', title: m.twins_pairs(), panel: <OwnTwinPairs /> },
        ]}
      />
    </Page>
  )
}

export const Route = createFileRoute('/twins')({
  beforeLoad: memberOnly,
  component: TwinsPage,
  staticData: { title: m.twins_title, shell: 'dock' },
})
