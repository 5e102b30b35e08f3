import { offerInstallation } from './offer-installation.ts'
import { startLongPress } from './late/long-press.ts'
import { startViewTransitions } from './view-transitions.ts'
import './start-outbox.tsx'
import './start-worker.ts'

// Starts the parts of the app that aren't needed for the first screen.
offerInstallation().catch(() => undefined)
startViewTransitions()
startLongPress()
// Tests wait for this.
performance.mark('late-code')
