import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { SquarePen } from 'lucide-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import {
  type BoxName,
  ChoosePerson,
  sharedBySearch,
  ThreadList,
  ThreadScreen,
  useLiveMessages,
} from '../features/messages/index.ts'
import { useOpenItem, LightboxHost } from '../features/lightbox/index.ts'
import { m } from '../i18n/messages.ts'
import { go } from '../lib/navigation.ts'
import { AppLink, EmptyState, HeaderBar, Page, useWide } from '../ui/index.ts'

type Search = { box?: unknown; spot?: unknown; post?: unknown }

// In the address: it is the same list when the person comes back from a conversation.
function useBoxName(): [BoxName, (box: BoxName) => void] {
  const { box } = useSearch({ strict: false }) as Search
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

const NewMessage = () => (
  <AppLink className="icon-btn icon-btn-plain" href="/messages/new" aria-label={m.messages_new()}>
    <SquarePen size={23} aria-hidden="true" />
  </AppLink>
)

/** The list, and beside it on wide screens what is open; phones show one of the two. */
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
  const list = <ThreadList box={box} onBox={setBox} open={open} />
  if (!wide && !children) return <Page header={bar}>{list}</Page>
  return (
    <div className="page messages-page">
      <main id="main" tabIndex={-1}>
        {wide && (
          <section className="messages-side" aria-label={m.messages_title()}>
            {bar}
            {list}
          </section>
        )}
        <section className="messages-open">
          {children ?? (
            <div className="messages-none">
              <EmptyState art="comments" level={2} title={m.messages_choose_title()}>
                {m.messages_choose()}
              </EmptyState>
            </div>
          )}
        </section>
      </main>
      <LightboxHost />
    </div>
  )
}

/** `/messages`: one's conversations. */
export const MessagesPage = () => <Frame open={null} />

/** What every open conversation is given, whichever way it was reached. */
function useShown() {
  const { spot, post } = useSearch({ strict: false }) as Search
  const [box] = useBoxName()
  const { state } = useLocation()
  const wide = useWide()
  const navigate = useNavigate()
  const bring = useMemo(() => sharedBySearch({ spot, post }), [spot, post])
  // Once: after a reload it is part of the draft.
  const onBrought = useCallback(
    () =>
      void navigate({
        to: '.',
        search: (({ spot: _, post: __, ...rest }: Search) => rest) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return {
    bring,
    onBrought,
    autoFocus: (state as { writing?: boolean }).writing === true,
    onOpen: useOpenItem(),
    onBack: wide ? undefined : () => go(box === 'requests' ? '/messages?box=requests' : '/messages'),
  }
}

/**
 * `/messages/{threadId}`, and `/messages/with/{userId}`: the conversation with a person, or its beginning. One screen,
 * so that who writes goes on writing when the first message gives the conversation its address.
 */
export function ConversationPage() {
  const { threadId, userId = '' } = useParams({ strict: false }) as { threadId?: string; userId?: string }
  const shown = useShown()
  return (
    <Frame open={threadId ?? null}>
      <ThreadScreen of={threadId ? { thread_id: threadId } : { user_id: userId }} {...shown} />
    </Frame>
  )
}

/** `/messages/new`: to whom a message goes, with `?spot=` or `?post=` along. */
export function NewMessagePage() {
  const { spot, post } = useSearch({ strict: false }) as Search
  const shared = useMemo(() => sharedBySearch({ spot, post }), [spot, post])
  const title = shared ? m.messages_send_to() : m.messages_new()
  return (
    <Page header={<HeaderBar title={title} onBack={() => history.back()} />}>
      <ChoosePerson shared={shared} />
    </Page>
  )
}
