import { Moderation, type ModerationPlace } from '../features/moderation/index.ts'
import { m } from '../i18n/messages.ts'
import { HeaderBar, Page } from '../ui/index.ts'
import { useBack } from './use-back.ts'

/** `/admin`: what people report, and what becomes of it. For admins. */
export function AdminPage(place: ModerationPlace) {
  return (
    <Page wide header={<HeaderBar title={m.moderation_title()} onBack={useBack('/dashboard')} />}>
      <Moderation {...place} />
    </Page>
  )
}
