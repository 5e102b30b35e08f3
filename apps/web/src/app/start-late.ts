import { offerInstallation } from './offer-installation.ts'
import './start-worker.ts'

// Starts the parts of the app that aren't needed for the first screen.
offerInstallation().catch(() => undefined)
