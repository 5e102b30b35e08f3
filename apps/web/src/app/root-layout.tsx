import { CSPProvider } from '@base-ui/react/csp-provider'
import { Outlet, useMatches, useRouter, useRouterState } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { UnreadMessages } from '../features/messages/messages-link.tsx'
import { useSession } from '../lib/session.ts'
import { titled } from '../lib/title.ts'
import { AppShell } from '../ui/app-shell.tsx'
import { focusArrivingHeading } from './arrival.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: () => string
    /** The frame of the screen: navigation, only the rail of wide screens, or none. */
    shell?: 'dock' | 'rail' | 'bare'
  }
}

function useArrival() {
  const router = useRouter()
  // Before the effects of the screen: one that is there at once may have a title of its own.
  useLayoutEffect(() => {
    const name = () => {
      const title = router.state.matches.at(-1)?.staticData.title
      if (title) document.title = titled(title())
    }
    name()
    return router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
      if (!pathChanged) return
      name()
      // The first screen of a visit leaves the focus where the browser put it.
      if (fromLocation) focusArrivingHeading((toLocation.state as { writing?: boolean }).writing === true)
    })
  }, [router])
}

/** The frame of every screen; the parts of a route are in `routes/`. */
export function RootLayout() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const shell = useMatches({ select: (matches) => matches.at(-1)?.staticData.shell }) ?? 'bare'
  const { user } = useSession()
  useArrival()
  return (
    <CSPProvider disableStyleElements>
      <AppShell path={path} person={user} shell={shell} unread={<UnreadMessages />}>
        <Outlet />
      </AppShell>
    </CSPProvider>
  )
}
