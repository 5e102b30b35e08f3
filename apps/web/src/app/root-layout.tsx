import { CSPProvider } from '@base-ui/react/csp-provider'
import { Outlet, useMatches, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../lib/session.ts'
import { titled } from '../lib/title.ts'
import { AppShell } from '../ui/app-shell.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: () => string
    /** See `AppShell`. */
    shell?: 'dock' | 'rail' | 'bare'
  }
}

// After a navigation a screen reader starts at the new screen's heading, and the keyboard at its top.
const focusHeading = () => {
  const main = document.getElementById('main')
  const target = main?.closest('.page')?.querySelector<HTMLElement>('h1') ?? main
  if (!target || target.contains(document.activeElement)) return
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

function useArrival() {
  const router = useRouter()
  useEffect(() => {
    const name = () => {
      const title = router.state.matches.at(-1)?.staticData.title
      if (title) document.title = titled(title())
    }
    name()
    return router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (!pathChanged) return
      name()
      // The first screen of a visit leaves the focus where the browser put it.
      if (fromLocation) focusHeading()
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
      <AppShell path={path} person={user} shell={shell}>
        <Outlet />
      </AppShell>
    </CSPProvider>
  )
}
