import type { Profile } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Bookmark, MessagesSquare, Pencil, PencilLine, Settings, Share2, UserPlus } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { MessagesLink } from '../features/messages/index.ts'
import { NotificationBell } from '../features/notifications/index.ts'
import {
  EditProfile,
  PersonSkeleton,
  PersonView,
  profileQuery,
  sharePerson,
} from '../features/people/index.ts'
import { useOpenItem } from '../features/lightbox/index.ts'
import { m } from '../i18n/messages.ts'
import { nameOf } from '../lib/names.ts'
import { useSession } from '../lib/session.ts'
import { useTitle } from '../lib/title.ts'
import { AppLink, Button, ButtonLink, Failed, IconButton, Page } from '../ui/index.ts'

// Passing one's page on, one's messages, the bell, the way to the settings.
function DeckActions({ profile }: { profile: Profile }) {
  return (
    <div className="person-deck-acts">
      <IconButton label={m.people_share()} variant="glass" onClick={() => void sharePerson(profile)}>
        <Share2 size={22} aria-hidden="true" />
      </IconButton>
      <MessagesLink variant="glass" />
      <NotificationBell onOpen={useOpenItem()} variant="glass" />
      <AppLink className="icon-btn icon-btn-glass" href="/settings" aria-label={m.shell_settings()}>
        <Settings size={22} aria-hidden="true" />
      </AppLink>
    </div>
  )
}

const PROFILE_LINKS = [
  { href: '/community', title: m.shell_community, Icon: MessagesSquare },
  { href: '/connect', title: m.shell_connect, Icon: UserPlus },
  { href: '/saved', title: m.people_saved, Icon: Bookmark },
  { href: '/share-content', title: m.shell_share_content, Icon: PencilLine },
] as const

// Screens the main navigation has no place for (G-18).
function ProfileLinks() {
  return (
    <nav className="person-links" aria-label={m.people_profile_links()}>
      {PROFILE_LINKS.map(({ href, title, Icon }) => (
        <AppLink key={href} className="person-link" href={href}>
          <Icon size={20} aria-hidden="true" />
          {title()}
        </AppLink>
      ))}
    </nav>
  )
}

// In the address: the form is still open when the page is loaded again, and other screens lead to it.
function useEditing(): [boolean, (editing: boolean) => void] {
  const { edit } = useSearch({ strict: false }) as { edit?: unknown }
  const navigate = useNavigate()
  const set = (editing: boolean) =>
    void navigate({ to: '.', search: (editing ? { edit: '1' } : {}) as never, replace: !editing })
  return [String(edit) === '1', set]
}

function Own({ profile }: { profile: Profile }) {
  const [isEditing, setEditing] = useEditing()
  const wasEditing = useRef(isEditing)
  const editId = useId()
  useTitle(nameOf(profile))
  useEffect(() => {
    // Whoever comes back from the form goes on where they opened it.
    if (wasEditing.current && !isEditing) document.getElementById(editId)?.focus()
    wasEditing.current = isEditing
  }, [isEditing, editId])
  if (isEditing) return <EditProfile profile={profile} onDone={() => setEditing(false)} />
  const edit = (
    <Button
      variant="line"
      size="sm"
      id={editId}
      icon={<Pencil aria-hidden="true" />}
      onClick={() => setEditing(true)}
    >
      {m.people_edit()}
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

// The session ended while the form was open: what is typed stays, here and on the device, for whoever signs in again.
function SignedOut() {
  const next = encodeURIComponent('/profile?edit=1')
  return (
    <div className="edit-lost" role="alert">
      <p>{m.people_edit_anonymous()}</p>
      <Button variant="line" size="sm" onClick={() => history.back()}>
        {m.people_edit_back()}
      </Button>
      <ButtonLink href={`/auth?next=${next}`} variant="primary" size="sm">
        {m.auth_sign_in()}
      </ButtonLink>
    </div>
  )
}

/** `/profile`: the page of whoever is signed in. */
export function ProfilePage() {
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
      {isLost && <SignedOut />}
      {profile ? (
        <Own key={profile.user_id} profile={profile} />
      ) : isLost ? null : isError || fetchStatus === 'paused' ? (
        <Failed level={1} title={m.people_failed_title()} onRetry={() => void refetch()} />
      ) : (
        <PersonSkeleton />
      )}
    </Page>
  )
}
