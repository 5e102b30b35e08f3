import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { setNavigator } from '../lib/navigation.ts'
import { session, useSession } from '../lib/session.ts'
import { FailedScreen } from '../pages/failed.tsx'
import { LandingPage } from '../pages/landing.tsx'
import { LoadingPage } from '../pages/loading.tsx'
import { HOME, SUSPENDED } from './front-door-paths.ts'

const fullApp = () => import('./full-app.tsx')

type Enter = (path: string, options: { replace: boolean; state?: object | undefined }) => void

function FrontDoor({ enter }: { enter: Enter }) {
  const { status } = useSession()
  const [unknown, setUnknown] = useState(false)
  useEffect(() => {
    session.ready().catch(() => setUnknown(true))
  }, [])
  useEffect(() => {
    if (status === 'signed-in') enter(HOME, { replace: true })
    if (status === 'suspended') enter(SUSPENDED, { replace: true })
  }, [status, enter])
  // A server that cannot say who is there is no reason to hide a page that is for everybody.
  return status === 'signed-out' || (unknown && status === 'loading') ? <LandingPage /> : <LoadingPage />
}

/** Shows the landing page without the router, and brings the rest of the app when the person goes on. */
export function mount(container: HTMLElement): void {
  const root = createRoot(container)
  const enter: Enter = (path, { replace, state = {} }) => {
    // An entry as the router makes them: it would throw the state of any other away.
    const key = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)
    const entry = { ...state, key, __TSR_key: key, __TSR_index: replace ? 0 : 1 }
    history[replace ? 'replaceState' : 'pushState'](entry, '', path)
    fullApp().then(
      ({ show }) => show(root),
      (error: unknown) =>
        root.render(<FailedScreen error={error} outdated onRetry={() => location.reload()} />),
    )
  }
  setNavigator({ go: enter, preload: () => void fullApp().catch(() => undefined) })
  root.render(<FrontDoor enter={enter} />)
}
