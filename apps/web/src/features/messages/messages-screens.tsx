import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { SquarePen } from 'lucide-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import type { BoxName } from './message-requests.ts'
import { ChoosePerson } from './choose-person.tsx'
import { sharedBySearch, type SharedRef, type SharedSearch } from './attachments/shared-ref.ts'
import { ThreadList } from './inbox/thread-list.tsx'
import { ThreadScreen } from './conversation/thread-screen.tsx'
import { useLiveMessages } from './live-messages.ts'
import { useOpenItem, LightboxHost } from '../lightbox/index.ts'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import {
  AppLink,
  EmptyState,
  HeaderBar,
  iconButtonLook,
  Page,
  PartBoundary,
  useWide,
} from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { classes } from '../../lib/classes.ts'
import styles from './messages.module.css'

type Search = SharedSearch & { box?: unknown }

// The selected list is part of the URL, so that Back returns from a conversation to the same list.
function useBoxName(): [BoxName, (box: BoxName) => void] {
  const { box }: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const set = (next: BoxName) =>
    void navigate({
      to: '.',
      search: ((search: Search) => ({ ...search, box: next === 'requests' ? next : undefined })) as never,
      replace: true,
      resetScroll: false,
    })
  return [box === 'requests' ? 'requests' : 'inbox', set]
}

function NewMessage() {
  return (
    <AppLink {...iconButtonLook()} href="/messages/new" aria-label={m.messages_new()}>
      <SquarePen size={23} aria-hidden="true" />
    </AppLink>
  )
}

/** The list, and on wide screens the open conversation next to it. Phones show only one of the two. */
function Frame({ open, children }: { open: string | null; children?: ReactNode }) {
  const [box, setBox] = useBoxName()
  const wide = useWide()
  useLiveMessages()
  const bar = (
    <HeaderBar
      title={m.messages_title()}
      heading={!children}
      {...(wide ? {} : { onBack: () => go('/profile') })}
    >
      <NewMessage />
    </HeaderBar>
  )
  const list = (
    <PartBoundary>
      <ThreadList box={box} onBox={setBox} open={open} />
    </PartBoundary>
  )
  if (!wide && !children) return <Page header={bar}>{list}</Page>
  return (
    <div className={classes(looks.page, styles.page)}>
      <main id="main" tabIndex={-1}>
        {wide && (
          <section className={styles.side} aria-label={m.messages_title()}>
            {bar}
            {list}
          </section>
        )}
        <section className={styles.open}>
          {children ? (
            <PartBoundary>{children}</PartBoundary>
          ) : (
            <div className={styles.none}>
              <EmptyState art="comments" level={2} title={m.messages_choose_title()}>
                {m.messages_choose_text()}
              </EmptyState>
            </div>
          )}
        </section>
      </main>
      <LightboxHost />
    </div>
  )
}

/** `/messages`: the viewer's conversations. */
export function MessagesScreen() {
  return <Frame open={null} />
}

/** Returns the attachment in the URL. */
function useShared(): SharedRef | null {
  const { spot, post, list }: Search = useSearch({ strict: false })
  return useMemo(() => sharedBySearch({ spot, post, list }), [spot, post, list])
}

/** Returns the props that every conversation needs, regardless of its URL. */
function useShown() {
  const bring = useShared()
  const [box] = useBoxName()
  const { state } = useLocation()
  const wide = useWide()
  const navigate = useNavigate()
  // Attach the shared content only once: after a reload, it's part of the stored draft.
  const onAttached = useCallback(
    () =>
      void navigate({
        to: '.',
        search: (({ spot: _, post: __, list: ___, ...rest }: Search) => rest) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return {
    bring,
    onAttached,
    autoFocus: (state as { writing?: boolean }).writing === true,
    onOpen: useOpenItem(),
    onBack: wide ? undefined : () => go(box === 'requests' ? '/messages?box=requests' : '/messages'),
  }
}

/**
 * `/messages/{threadId}` and `/messages/with/{userId}`: the conversation with a person, which may have no messages yet.
 * Both URLs share one screen, so that the field still has focus when the first message changes the URL.
 */
export function ConversationScreen() {
  const { threadId, userId = '' }: { threadId?: string; userId?: string } = useParams({ strict: false })
  const shown = useShown()
  return (
    <Frame open={threadId ?? null}>
      <ThreadScreen of={threadId ? { thread_id: threadId } : { user_id: userId }} {...shown} />
    </Frame>
  )
}

/** `/messages/new`: lets the viewer choose a recipient. `?spot=`, `?post=`, or `?list=` is the attachment. */
export function NewMessageScreen() {
  const shared = useShared()
  const title = shared ? m.messages_send_to() : m.messages_new()
  return (
    <Page header={<HeaderBar title={title} onBack={() => history.back()} />}>
      <ChoosePerson shared={shared} />
    </Page>
  )
}
