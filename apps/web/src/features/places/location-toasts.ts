import { m } from '../../i18n/messages.ts'
import { shortDistanceText } from '../../lib/text/distance-text.ts'
import { type ToastText, toast } from '../../ui/toast.ts'
import type { Browser } from './browser-name.ts'
import type { Detected } from './detect-location.ts'

function howToAllow({ name, mobile }: Browser): string {
  switch (name) {
    case 'chrome':
      return mobile ? m.places_allow_chrome_mobile() : m.places_allow_chrome()
    case 'edge':
      return m.places_allow_edge()
    case 'firefox':
      return mobile ? m.places_allow_firefox_mobile() : m.places_allow_firefox()
    case 'safari':
      return mobile ? m.places_allow_safari_mobile() : m.places_allow_safari()
    case 'other':
      return m.places_allow_other()
  }
}

function unavailable(browser: Browser, rough: boolean): ToastText {
  const why = browser.mobileSafari
    ? m.places_unavailable_safari()
    : isSecureContext
      ? m.places_unavailable_browser()
      : m.places_unavailable_http()
  return {
    title: m.places_unavailable(),
    description: rough ? `${why} ${m.places_unavailable_approximate()}` : why,
    kind: 'error',
  }
}

function getToastText(found: Detected, browser: Browser): ToastText {
  if (found.status === 'denied')
    return { title: m.places_denied(), description: howToAllow(browser), kind: 'error', duration: 9000 }
  if (found.status === 'error')
    return found.unavailable
      ? unavailable(browser, false)
      : { title: m.places_failed(), description: m.places_failed_text(), kind: 'error' }
  if ('unavailable' in found) return unavailable(browser, true)
  const { source, accuracy } = found.record
  if (source === 'cache') return { title: m.places_cached(), description: m.places_cached_text() }
  if (source === 'ip') return { title: m.places_approximate(), description: m.places_approximate_text() }
  const distance = shortDistanceText(accuracy)
  return { title: m.places_found(), description: m.places_found_text({ distance }), kind: 'success' }
}

/** Shows the result of a detection as a toast. */
export function showDetected(found: Detected, browser: Browser): void {
  return toast(getToastText(found, browser))
}
