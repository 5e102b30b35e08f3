import './app.css'
import { session, watchSession } from '../lib/session-store.ts'
import { watchTheme } from '../lib/theme.ts'
import { startLanding } from './landing-start.ts'
import { noteMissingChunks } from './missing-chunks.ts'
import { hideScrollbarsAtRest } from './scrollbars.ts'

noteMissingChunks()
hideScrollbarsAtRest()
watchSession()
watchTheme()
// Asked for while the code is still on its way; whoever needs the answer awaits `session.ready()`.
session.refresh().catch(() => undefined)

const container = document.getElementById('root') as HTMLElement
const loadApp = () => import('./app.tsx')
// The landing page is there without any program; the app comes when the person goes on.
if ('prerendered' in container.dataset) startLanding(container, loadApp)
else void loadApp().then(({ start }) => start(container))
