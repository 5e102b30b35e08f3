import type { Profile } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Bookmark, MessagesSquare, Pencil, PencilLine, Settings, Share2, UserPlus, Users } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { EditProfileForm } from './edit-profile-form.tsx'
import { OwnInbox } from './own-inbox.tsx'
import { PersonSkeleton } from './person-skeleton.tsx'
import { PersonView } from './person-page.tsx'
import { SessionLostNotice } from './session-lost-notice.tsx'
import { sharePerson } from './share-person.ts'
import { profileQuery } from '../people/index.ts'
import { m } from '../../i18n/messages.ts'
import { getName } from '../../lib/person-name.ts'
import { useSession } from '../../lib/use-session.ts'
import { useTitle } from '../../lib/page-title.ts'
import { AppLink, Button, Failed, IconButton, iconButtonLook, Page } from '../../ui/index.ts'
import styles from './own-profile-screen.module.css'

// Buttons for sharing, messages, notifications, and settings.
function DeckActions({ profile }: { profile: Profile }) {
  return (
    <div>
      <IconButton label={m.profiles_share()} variant="glass" onClick={() => void sharePerson(profile)}>
        <Share2 size={22} aria-hidden="true" />
      </IconButton>
      <OwnInbox variant="glass" />
      <AppLink {...iconButtonLook('glass')} href="/settings" aria-label={m.shell_settings()}>
        <Settings size={22} aria-hidden="true" />
      </AppLink>
    </div>
  )
}

const PROFILE_LINKS = [
  { href: '/crews', title: m.crews_title, Icon: Users },
  { href: '/community', title: m.shell_community, Icon: MessagesSquare },
  { href: '/connect', title: m.shell_connect, Icon: UserPlus },
  { href: '/saved', title: m.saved_title, Icon: Bookmark },
  { href: '/share-content', title: m.shell_share_content, Icon: PencilLine },
] as const

// Links to screens that aren't in the main navigation (G-18).
function ProfileLinks() {
  return (
    <nav className={styles.personLinks} aria-label={m.profiles_profile_links()}>
      {PROFILE_LINKS.map(({ href, title, Icon }) => (
        <AppLink key={href} className={styles.personLink} href={href}>
          <Icon size={20} aria-hidden="true" />
          {title()}
        </AppLink>
      ))}
    </nav>
  )
}

// Whether the edit form is open is part of the URL, so that it survives a reload and other screens can link to the
// form.
function useEditing(): [boolean, (editing: boolean) => void] {
  const { edit }: { edit?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const set = (editing: boolean) =>
    void navigate({ to: '.', search: (editing ? { edit: '1' } : {}) as never, replace: !editing })
  return [String(edit) === '1', set]
}

function Own({ profile }: { profile: Profile }) {
  const [isEditing, setEditing] = useEditing()
  const wasEditing = useRef(isEditing)
  const editId = useId()
  useTitle(getName(profile))
  useEffect(() => {
    // Returns focus to the button that opened the form.
    if (wasEditing.current && !isEditing) document.getElementById(editId)?.focus()
    wasEditing.current = isEditing
  }, [isEditing, editId])
  if (isEditing) return <EditProfileForm profile={profile} onDone={() => setEditing(false)} />
  const edit = (
    <Button
      variant="line"
      size="sm"
      id={editId}
      icon={<Pencil aria-hidden="true" />}
      onClick={() => setEditing(true)}
    >
      {m.profiles_edit()}
    </Button>
  )
  return (
    <PersonView
      profile={profile}
      own
      onDeck={<DeckActions profile={profile} />}
      actions={edit}
      links={<ProfileLinks />}
      onNoPicture={() => setEditing(true)}
    />
  )
}

/** `/profile`: the viewer's own profile page and the form for editing it. */
export function OwnProfileScreen() {
  const { status, user } = useSession()
  const user_id = user?.user_id ?? ''
  const { data, isError, fetchStatus, refetch } = useQuery({
    ...profileQuery(user_id),
    enabled: user_id !== '',
  })
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  const isLost = status === 'signed-out'
  const profile = isLost ? last : data
  return (
    <Page>
      {isLost && <SessionLostNotice />}
      {profile ? (
        <Own key={profile.user_id} profile={profile} />
      ) : isLost ? null : isError || fetchStatus === 'paused' ? (
        <Failed level={1} title={m.profiles_failed_title()} onRetry={() => void refetch()} />
      ) : (
        <PersonSkeleton />
      )}
    </Page>
  )
}
