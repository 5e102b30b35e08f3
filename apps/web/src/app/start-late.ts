import { offerInstallation } from './offer-installation.ts'
import './start-worker.ts'

// What starts after the first screen.
offerInstallation().catch(() => undefined)
