import { m } from '../i18n/messages.ts'
import { installPrompt } from '../lib/page/install-prompt.ts'
import { detectSystem } from '../lib/places/maps-links.ts'
import { shell } from '../lib/native-shell.ts'
import { session } from '../lib/session.ts'
import { readStored, writeStored } from '../lib/storage.ts'
import { type ToastText, toast, toastNow } from '../ui/toast.ts'

const NAME = 'nollie.install'
/** A page opened this long (ms) after the previous one counts as a new visit. */
const VISIT_MS = 30 * 60_000
const OFFERED_AT_VISIT = 2
const SHOWN_MS = 20_000

/** This device's visits: how many, when the latest page was opened (ms since 1970), and whether the app was offered. */
export type Visits = { count: number; at: number; isOffered: boolean }

/** Counts a visit if the page that was just opened starts one. */
export function countVisit(stored: unknown, now: number): Visits {
  const { count, at, isOffered } = (stored ?? {}) as Partial<Record<keyof Visits, unknown>>
  const before = typeof count === 'number' ? count : 0
  const isSame = before > 0 && typeof at === 'number' && at <= now && now - at < VISIT_MS
  return { count: isSame ? before : before + 1, at: now, isOffered: isOffered === true }
}

function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    (navigator as Navigator & { standalone?: boolean }).standalone === true
  )
}

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
  const visits = countVisit(readStored(NAME), Date.now())
  writeStored(NAME, visits)
  if (visits.count < OFFERED_AT_VISIT || visits.isOffered) return
  const offer = await awaitOffer()
  // Only one toast fits on the screen. If there is one already, wait for the next visit.
  if (toastNow()) return
  writeStored(NAME, { ...visits, isOffered: true } satisfies Visits)
  toast({ kind: 'info', duration: SHOWN_MS, ...offer })
}
