import { m } from '../i18n/messages.ts'
import { installPrompt } from '../lib/install-prompt.ts'
import { detectSystem } from '../lib/maps-links.ts'
import { shell } from '../lib/native-shell.ts'
import { session } from '../lib/session.ts'
import { readStored, writeStored } from '../lib/storage.ts'
import { type Visits, countVisit } from '../lib/visits.ts'
import { type ToastText, toast, toastNow } from '../ui/toast.ts'

const NAME = 'nollie.install'
const OFFERED_AT_VISIT = 2
const SHOWN_MS = 20_000

/** This device's visits, and whether the app was offered. */
type OfferedVisits = Visits & { isOffered: boolean }

function countThisVisit(): OfferedVisits {
  const stored = readStored(NAME)
  const { isOffered } = (stored ?? {}) as Partial<OfferedVisits>
  const visits = { ...countVisit(stored, Date.now()), isOffered: isOffered === true }
  writeStored(NAME, visits)
  return visits
}

const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as Navigator & { standalone?: boolean }).standalone === true

// Browsers on iPhones have no install prompt, so the toast explains how to install the app.
async function awaitOffer(): Promise<ToastText> {
  if (detectSystem(navigator.userAgent, navigator.maxTouchPoints) === 'ios')
    return { title: m.shell_install_ios(), description: m.shell_install_ios_text() }
  const offer = await installPrompt
  return {
    title: m.shell_install_title(),
    description: m.shell_install_text(),
    action: { label: m.shell_install(), run: () => void offer.prompt().catch(() => undefined) },
  }
}

/** Offers members the app for installation, once, on their second visit. */
export async function offerInstallation(): Promise<void> {
  if ((await session.ready()).status !== 'signed-in' || shell() || isInstalled()) return
  const visits = countThisVisit()
  if (visits.count < OFFERED_AT_VISIT || visits.isOffered) return
  const offer = await awaitOffer()
  // Only one toast fits on the screen. If there is one already, wait for the next visit.
  if (toastNow()) return
  writeStored(NAME, { ...visits, isOffered: true } satisfies OfferedVisits)
  toast({ kind: 'info', duration: SHOWN_MS, ...offer })
}
