import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { MyDataPage } from '../../pages/my-data.tsx'

export const Route = createFileRoute('/my-data')({
  component: MyDataPage,
  staticData: { title: m.auth_my_data_title, shell: 'bare' },
})
