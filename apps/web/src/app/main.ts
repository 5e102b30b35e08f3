import './app.css'
import { session, watchSession } from '../lib/session.ts'
import { startLanding } from './landing-start.ts'
import { noteMissingChunks } from '../lib/page/missing-chunks.ts'
import { hideScrollbarsAtRest } from './scrollbars.ts'

noteMissingChunks()
hideScrollbarsAtRest()
watchSession((user_id) => void import('../lib/sign-out.ts').then(({ leaveTab }) => leaveTab(user_id)))
// Request the session while the code is still loading; code that needs it awaits `session.ready()`.
session.refresh().catch(() => undefined)

const container = document.getElementById('root') as HTMLElement

function loadApp() {
  return import('./app.tsx')
}

// The landing page works without the app, which loads when the person opens another screen.
if ('prerendered' in container.dataset) startLanding(container, loadApp)
else void loadApp().then(({ start }) => start(container))
