import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { LegalFrame, Part } from '../../features/legal/index.ts'
import { NoticeForm } from '../../features/reports/index.ts'
import { m } from '../../i18n/messages.ts'

/** `/notice`: lets people without an account report content. */
function NoticePage() {
  const [isSent, setSent] = useState(false)
  return (
    <LegalFrame
      title={m.reports_notice()}
      intro={m.reports_notice_intro()}
      other={{ href: '/terms', label: m.legal_terms() }}
    >
      {isSent ? (
        <Part title={m.reports_notice_sent_title()}>
          <p role="status">{m.reports_notice_sent_text()}</p>
        </Part>
      ) : (
        <NoticeForm onSent={() => setSent(true)} />
      )}
    </LegalFrame>
  )
}

export const Route = createFileRoute('/notice')({
  component: NoticePage,
  staticData: { title: m.reports_notice, shell: 'bare' },
})
