import { createFileRoute } from '@tanstack/react-router'
import { LegalFrame } from '../../features/legal/index.ts'
import { OpenDataParts } from '../../features/open-data/index.ts'
import { m } from '../../i18n/messages.ts'

/** `/about/data`: the open data, its sources, and their licenses. Open to everyone. */
function OpenDataPage() {
  return (
    <LegalFrame
      title={m.open_data_title()}
      intro={m.open_data_intro()}
      other={{ href: '/terms', label: m.legal_terms() }}
    >
      <OpenDataParts />
    </LegalFrame>
  )
}

export const Route = createFileRoute('/about/data')({
  component: OpenDataPage,
  staticData: { title: m.open_data_title, shell: 'bare' },
})
