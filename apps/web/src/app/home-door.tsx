import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { UnreadMessages } from '../features/messages/messages-link.tsx'
import { m } from '../i18n/messages.ts'
import { go, setNavigator } from '../lib/navigation.ts'
import { session, useSession } from '../lib/session.ts'
import { titled } from '../lib/title.ts'
import { DashboardPage } from '../pages/dashboard.tsx'
import { FailedScreen } from '../pages/failed.tsx'
import { LoadingPage } from '../pages/loading.tsx'
import { AppShell } from '../ui/app-shell.tsx'
import { toast } from '../ui/toast.ts'
import { HOME } from './front-door-paths.ts'
import { chunkIsMissing } from './missing-chunks.ts'
import { queryClient } from './query-client.ts'

const fullApp = () => import('./full-app.tsx')

const openItem = (post_id: string, media_index: number, comments = false) =>
  go(`${HOME}?item=${post_id}.${media_index}${comments ? '&comments=1' : ''}`, { state: { lightbox: true } })

function Home() {
  const { user } = useSession()
  useEffect(() => {
    document.title = titled(m.shell_dashboard())
  }, [])
  return (
    <QueryClientProvider client={queryClient}>
      <CSPProvider disableStyleElements>
        <AppShell path={HOME} person={user} shell="dock" unread={<UnreadMessages />}>
          <DashboardPage onOpen={openItem} />
        </AppShell>
      </CSPProvider>
    </QueryClientProvider>
  )
}

/** Puts the router around what is on screen, which stays where it is. */
async function bringRouter(root: Root): Promise<void> {
  const { showInPlace } = await fullApp()
  await showInPlace(root)
}

/**
 * Shows a member the feed without the router, which comes when the person goes on: to another screen, or into the
 * lightbox, whose item stands in the address.
 */
export function mount(container: HTMLElement): void {
  const root = createRoot(container)
  let isHome = false
  let pending: Promise<void> | null = null
  const enter = (then: () => void, path: string | null = null) => {
    pending ??= bringRouter(root)
    pending.then(then, (error: unknown) => {
      pending = null
      const outdated = chunkIsMissing(error)
      // Without a network the feed stays to be looked at.
      if (isHome && !(outdated && navigator.onLine))
        return toast({
          kind: 'error',
          title: m.shell_failed_offline_title(),
          description: m.shell_failed_offline_text(),
        })
      // The new version is loaded where the person wanted to go.
      if (path) history.pushState(null, '', path)
      root.render(<FailedScreen error={error} outdated={outdated} onRetry={() => location.reload()} />)
    })
  }
  setNavigator({
    go: (path, options) => enter(() => go(path, options), path),
    preload: () => void fullApp().catch(() => undefined),
  })
  const stop = session.onEvent((event) => {
    if (event !== 'signed_in' && event !== 'signed_out') return
    queryClient.clear()
    // Who may be here is for the router's guards to say.
    enter(stop)
  })
  root.render(<LoadingPage />)
  session.ready().then(
    ({ status }) => {
      if (status !== 'signed-in') return enter(() => undefined)
      isHome = true
      root.render(<Home />)
    },
    () => enter(() => undefined),
  )
}
