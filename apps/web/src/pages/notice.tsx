import { useState } from 'react'
import { LegalFrame, NoticeForm, Part } from '../features/legal/index.ts'
import { m } from '../i18n/messages.ts'

/** `/notice`: for people without an account, what should not be here. */
export function NoticePage() {
  const [isSent, setSent] = useState(false)
  return (
    <LegalFrame
      title={m.legal_notice()}
      intro={m.legal_notice_intro()}
      other={{ href: '/terms', label: m.legal_terms() }}
    >
      {isSent ? (
        <Part title={m.legal_notice_sent_title()}>
          <p role="status">{m.legal_notice_sent_text()}</p>
        </Part>
      ) : (
        <NoticeForm onSent={() => setSent(true)} />
      )}
    </LegalFrame>
  )
}
