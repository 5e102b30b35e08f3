import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { NoticePage } from '../../pages/notice.tsx'

export const Route = createFileRoute('/notice')({
  component: NoticePage,
  staticData: { title: m.legal_notice, shell: 'bare' },
})
