import { Moderation, type ModerationLocation } from '../features/moderation/index.ts'
import { m } from '../i18n/messages.ts'
import { HeaderBar, Page } from '../ui/index.ts'
import { useBack } from './use-back.ts'

/** `/admin`: what people report, and what becomes of it. For admins. */
export function AdminPage(params: ModerationLocation) {
  return (
    <Page wide header={<HeaderBar title={m.moderation_title()} onBack={useBack('/dashboard')} />}>
      <Moderation {...params} />
    </Page>
  )
}
