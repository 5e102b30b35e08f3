import { createFileRoute } from '@tanstack/react-router'
import { useMailedToken } from '../../features/accounts/index.ts'
import { DecisionAboutMe } from '../../features/moderation/index.ts'
import { m } from '../../i18n/messages.ts'
import { HeaderBar, Page } from '../../ui/index.ts'
import { classes } from '../../lib/classes.ts'
import { looks } from '../../ui/looks.ts'
import styles from '../appeal-screen.module.css'

/** `/appeal?token=`: shows a moderation decision to the person it affects, who can appeal it. */
function AppealPage() {
  const token = useMailedToken()
  return (
    <Page header={<HeaderBar home />}>
      <h1 className={classes(looks.headerTitle, styles.title)}>{m.moderation_mine_title()}</h1>
      <DecisionAboutMe token={token ?? ''} />
    </Page>
  )
}

export const Route = createFileRoute('/appeal')({
  component: AppealPage,
  staticData: { title: m.moderation_mine_title, shell: 'bare' },
})
