import { m } from '../../i18n/messages.ts'
import { type ToastText, toast } from '../../ui/toast.ts'
import type { Browser } from './browser.ts'
import type { Detected } from './detect.ts'

const howToAllow = ({ name, mobile }: Browser): string => {
  switch (name) {
    case 'chrome':
      return mobile ? m.location_allow_chrome_mobile() : m.location_allow_chrome()
    case 'edge':
      return m.location_allow_edge()
    case 'firefox':
      return mobile ? m.location_allow_firefox_mobile() : m.location_allow_firefox()
    case 'safari':
      return mobile ? m.location_allow_safari_mobile() : m.location_allow_safari()
    case 'other':
      return m.location_allow_other()
  }
}

const unavailable = (browser: Browser, rough: boolean): ToastText => {
  const why = browser.mobileSafari
    ? m.location_unavailable_safari()
    : isSecureContext
      ? m.location_unavailable_browser()
      : m.location_unavailable_http()
  return {
    title: m.location_unavailable(),
    description: rough ? `${why} ${m.location_unavailable_rough()}` : why,
    kind: 'error',
  }
}

const textOf = (found: Detected, browser: Browser): ToastText => {
  if (found.status === 'denied')
    return { title: m.location_denied(), description: howToAllow(browser), kind: 'error', duration: 9000 }
  if (found.status === 'error')
    return found.unavailable
      ? unavailable(browser, false)
      : { title: m.location_failed(), description: m.location_failed_text(), kind: 'error' }
  if ('unavailable' in found) return unavailable(browser, true)
  const { source, accuracy } = found.record
  if (source === 'cache') return { title: m.location_cached(), description: m.location_cached_text() }
  if (source === 'ip') return { title: m.location_rough(), description: m.location_rough_text() }
  const metres = Math.max(1, Math.round(accuracy)).toLocaleString('en')
  return { title: m.location_found(), description: m.location_found_text({ metres }), kind: 'success' }
}

/** Shows how a detection ended. */
export const showDetected = (found: Detected, browser: Browser): void => toast(textOf(found, browser))
