import { useMailedToken } from '../features/accounts/mailed-token.ts'
import { DecisionAboutMe } from '../features/moderation/index.ts'
import { m } from '../i18n/messages.ts'
import { HeaderBar, Page } from '../ui/index.ts'

/** `/appeal?token=`: a decision about somebody, and what they say against it. */
export function AppealPage() {
  const token = useMailedToken()
  return (
    <Page header={<HeaderBar title={m.moderation_mine_title()} />}>
      <DecisionAboutMe token={token ?? ''} />
    </Page>
  )
}
