import { useMailedToken } from '../features/accounts/mailed-token.ts'
import { DecisionAboutMe } from '../features/moderation/index.ts'
import { m } from '../i18n/messages.ts'
import { HeaderBar, Page } from '../ui/index.ts'

/** `/appeal?token=`: a decision about somebody, and what they say against it. */
export function AppealPage() {
  const token = useMailedToken()
  return (
    <Page header={<HeaderBar home />}>
      <h1 className="header-title px-4 pt-3 lg:px-0">{m.moderation_mine_title()}</h1>
      <DecisionAboutMe token={token ?? ''} />
    </Page>
  )
}
