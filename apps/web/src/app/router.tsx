import { createRouter } from '@tanstack/react-router'
import { m } from '../i18n/messages.ts'
import { setNavigator } from '../lib/navigation.ts'
import { session } from '../lib/session.ts'
import { profileKeys } from '../lib/keys/profiles.ts'
import { LoadingPage } from './loading.tsx'
import { toast } from '../ui/toast.ts'
import { FailedPage } from './failed.tsx'
import { queryClient } from './query-client.ts'
import { routeTree } from './route-tree.gen.ts'

// Search parameters are plain text instead of the router's default, JSON.
function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text ? `?${text}` : ''
}

/** The app's router. Paths, guards, and titles are in `routes/`. */
export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  // Same as on the server: `/Dashboard` isn't a valid path.
  caseSensitive: true,
  notFoundMode: 'root',
  defaultPreload: 'intent',
  defaultPendingMs: 120,
  defaultPendingMinMs: 0,
  defaultPendingComponent: LoadingPage,
  defaultErrorComponent: FailedPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

type Loading = { preload?: () => Promise<unknown> }

/** Whether the code for a path's screen is loaded, or can be loaded now. */
async function isAvailable(path: string): Promise<boolean> {
  // `/spot/` is the only path that redirects to another one.
  const pathname = new URL(path, location.href).pathname.replace(/^\/spot\//, '/spots/')
  const [routes] = router.getMatchedRoutes(pathname)
  const parts = routes.map(({ options }) => options.component as Loading | undefined)
  await Promise.all(parts.map(async (part) => part?.preload?.()))
  // A part that is loaded has no `preload` function.
  return parts.every((part) => !part?.preload)
}

/** Navigates. When offline, stays on the current screen if the next one can't be loaded. */
async function enterOrStay(path: string, enter: () => void): Promise<void> {
  if (navigator.onLine || (await isAvailable(path))) return enter()
  toast({
    kind: 'error',
    title: m.shell_failed_offline_title(),
    description: m.shell_failed_offline_text(),
  })
}

let connected = false

/** Makes links use the router, and reruns the guards when the session changes in any tab. */
export function connectRouter(): void {
  if (connected) return
  connected = true
  setNavigator({
    go: (path, { replace, state }) =>
      void enterOrStay(path, () => router.history[replace ? 'replace' : 'push'](path, state)),
    preload: (path) => {
      if (navigator.onLine) router.preloadRoute({ to: path } as never).catch(() => undefined)
    },
  })
  session.onEvent((event, { status, user }) => {
    // The profile was changed in another tab or on another device, so reload it.
    if (event === 'user_updated' && user)
      void queryClient.invalidateQueries({ queryKey: profileKeys.part('profile', user.user_id) })
    const isFound = event === 'initial_session' && status === 'suspended'
    if (event !== 'signed_in' && event !== 'signed_out' && !isFound) return
    queryClient.clear()
    void router.invalidate()
  })
}
