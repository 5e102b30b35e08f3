import './app.css'
import { session, watchSession } from '../lib/session.ts'
import { watchTheme } from '../lib/theme.ts'
import { isFrontDoor, isHomeDoor } from './front-door-paths.ts'
import { noteMissingChunks } from './missing-chunks.ts'
import { hideScrollbarsAtRest } from './scrollbars.ts'

noteMissingChunks()
hideScrollbarsAtRest()
watchSession()
watchTheme()
// Asked for while the code is still on its way; whoever needs the answer awaits `session.ready()`.
session.refresh().catch(() => undefined)

// Visitors of the landing page get React and the landing page only, members at home the feed; the router and the rest
// come when they go on.
const { pathname, search } = location
const start = (): Promise<{ mount: (container: HTMLElement) => void }> => {
  if (isFrontDoor(pathname)) return import('./front-door.tsx')
  return isHomeDoor(pathname, search) ? import('./home-door.tsx') : import('./full-app.tsx')
}
void start().then(({ mount }) => mount(document.getElementById('root') as HTMLElement))
