import { CSPProvider } from '@base-ui/react/csp-provider'
import { Outlet, useMatches, useRouter, useRouterState } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { UnreadBadge } from '../features/messages/index.ts'
import { useSession } from '../lib/use-session.ts'
import { showTitle } from '../lib/page/page-title.ts'
import { AppShell } from '../ui/layout/app-shell.tsx'
import { focusArrivingHeading } from './focus-heading.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: () => string
    /** The screen's layout; see `AppShell`. */
    shell?: 'dock' | 'rail' | 'bare'
  }
}

function useArrival() {
  const router = useRouter()
  // A layout effect, so that it subscribes before the router reports the first screen.
  useLayoutEffect(() => {
    const name = () => {
      const title = router.state.matches.at(-1)?.staticData.title
      if (title) showTitle(title())
    }
    name()
    return router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
      if (!pathChanged) return
      name()
      // On the first screen of a visit, the browser decides where the focus is.
      if (fromLocation) focusArrivingHeading((toLocation.state as { writing?: boolean }).writing === true)
    })
  }, [router])
}

/** The layout for every screen; the screens themselves are in `routes/`. */
export function RootLayout() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const shell = useMatches({ select: (matches) => matches.at(-1)?.staticData.shell }) ?? 'bare'
  const { user } = useSession()
  useArrival()
  return (
    <CSPProvider disableStyleElements>
      <AppShell path={path} person={user} shell={shell} unread={<UnreadBadge />}>
        <Outlet />
      </AppShell>
    </CSPProvider>
  )
}
