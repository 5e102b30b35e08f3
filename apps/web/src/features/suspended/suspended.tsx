import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { AppLink, Tabs } from '../../ui/index.ts'
import { ExportSection, DeleteAccountSection, Section, SessionsSection } from '../settings/index.ts'
import { OwnList } from './own-list.tsx'
import { OwnPosts } from './own-posts.tsx'
import './suspended.css'
import { Why } from './why.tsx'

const TABS = [
  { value: 'posts', title: m.suspended_posts, panel: <OwnPosts /> },
  { value: 'spots', title: m.suspended_spots, panel: <OwnList key="spots" kind="spots" /> },
  { value: 'comments', title: m.suspended_comments, panel: <OwnList key="comments" kind="comments" /> },
  {
    value: 'discussions',
    title: m.suspended_discussions,
    panel: <OwnList key="discussions" kind="discussions" />,
  },
  { value: 'messages', title: m.suspended_messages, panel: <OwnList key="messages" kind="messages" /> },
] as const

/** What who is suspended still has: why, everything of theirs to read and to take along, and the ways out. */
export function Suspended() {
  const [tab, setTab] = useState('posts')
  return (
    <div className="settings suspended">
      <Why />
      <Section id="mine" title={m.suspended_mine()}>
        <Tabs
          label={m.suspended_lists()}
          value={tab}
          onChange={setTab}
          tabs={TABS.map(({ title, ...rest }) => ({ ...rest, title: title() }))}
        />
      </Section>
      <ExportSection />
      <SessionsSection />
      <DeleteAccountSection />
      <p className="suspended-links">
        <AppLink href="/terms" className="link">
          {m.legal_terms()}
        </AppLink>
        <AppLink href="/privacy" className="link">
          {m.legal_privacy()}
        </AppLink>
      </p>
    </div>
  )
}
