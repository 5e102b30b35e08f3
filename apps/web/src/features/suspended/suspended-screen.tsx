import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { AppLink, Button, HeaderBar, Page, Tabs } from '../../ui/index.ts'
import { useSignOut } from '../../ui/layout/use-sign-out.ts'
import {
  ExportSection,
  DeleteAccountSection,
  ProofHost,
  Section,
  SessionsSection,
} from '../settings/index.ts'
import { OwnList } from './own-list.tsx'
import { OwnPosts } from './own-posts.tsx'
import { SuspensionReasons } from './suspension-reasons.tsx'
import { looks } from '../../ui/looks.ts'
import { classes } from '../../lib/classes.ts'
import { settingsLook } from '../settings/index.ts'
import styles from './suspended.module.css'

const TABS = [
  { value: 'posts', title: m.suspended_posts, panel: <OwnPosts /> },
  { value: 'spots', title: m.suspended_spots, panel: <OwnList key="spots" kind="spots" /> },
  { value: 'drafts', title: m.suspended_drafts, panel: <OwnList key="drafts" kind="drafts" /> },
  { value: 'comments', title: m.suspended_comments, panel: <OwnList key="comments" kind="comments" /> },
  {
    value: 'discussions',
    title: m.suspended_discussions,
    panel: <OwnList key="discussions" kind="discussions" />,
  },
  { value: 'messages', title: m.suspended_messages, panel: <OwnList key="messages" kind="messages" /> },
] as const

function SignOut() {
  const { isSigningOut, leave } = useSignOut('/auth')
  return (
    <Button size="sm" busy={isSigningOut && m.shell_loading()} onClick={() => void leave()}>
      {m.shell_sign_out()}
    </Button>
  )
}

function Sections() {
  const [tab, setTab] = useState('posts')
  return (
    <div className={classes(settingsLook.root, styles.root)}>
      <SuspensionReasons />
      <Section id="mine" title={m.suspended_content()}>
        <Tabs
          label={m.suspended_content_types()}
          value={tab}
          onChange={setTab}
          tabs={TABS.map(({ title, ...rest }) => ({ ...rest, title: title() }))}
        />
      </Section>
      <ExportSection />
      <SessionsSection />
      <DeleteAccountSection />
      <ProofHost />
      <p className={styles.links}>
        <AppLink href="/terms" className={looks.link}>
          {m.legal_terms()}
        </AppLink>
        <AppLink href="/privacy" className={looks.link}>
          {m.legal_privacy()}
        </AppLink>
        <AppLink href="/about/data" className={looks.link}>
          {m.open_data_title()}
        </AppLink>
      </p>
    </div>
  )
}

/**
 * `/suspended`, the only screen for people who are suspended. It has the reason, their content to read and export, the
 * appeal, and account deletion.
 */
export function SuspendedScreen() {
  return (
    <Page
      header={
        <HeaderBar>
          <SignOut />
        </HeaderBar>
      }
    >
      <Sections />
    </Page>
  )
}
