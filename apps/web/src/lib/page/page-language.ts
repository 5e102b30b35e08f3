import type { Language } from '@nollie/contract/accounts/preference-values'
import { LANGUAGE_COOKIE, LANGUAGE_PARAMETER, type LanguageCode } from '@nollie/contract/languages'

declare const __LANGUAGES__: LanguageCode[]

/** The languages available in this build. */
export const OFFERED = __LANGUAGES__

const YEAR_SECONDS = 365 * 86_400

/** Stores the choice on this device, for signed-out pages. */
function store(choice: Language) {
  const age = choice === 'auto' ? 0 : YEAR_SECONDS
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // The Cookie Store API is unavailable on pages without TLS.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${LANGUAGE_COOKIE}=${choice}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
}

/**
 * Reloads the page in a language; `auto` uses the browser's language. The server decides based on the account or the
 * cookie.
 */
export function openIn(choice: Language): void {
  store(choice)
  location.reload()
}

/** Applies the language of the person who just signed in; reloads the page if it differs. */
export function followLanguage(choice: Language): void {
  if (choice !== 'auto' && choice !== document.documentElement.lang) openIn(choice)
}

/** Returns this page's URL in a language, for people who aren't signed in. */
export function addressIn(code: LanguageCode): string {
  const address = new URL(location.href)
  address.searchParams.set(LANGUAGE_PARAMETER, code)
  return address.href
}

const TEXT = 'textarea, input:not([type="checkbox"], [type="radio"], [type="file"], [type="search"])'
const touched = new Set<HTMLInputElement>()

/** Starts tracking which fields people type into. Returns a function that stops tracking. */
export function watchTyping(): () => void {
  const note = ({ target }: Event) => {
    if (target instanceof Element && target.matches(TEXT)) touched.add(target as HTMLInputElement)
  }
  addEventListener('input', note)
  return () => {
    removeEventListener('input', note)
    touched.clear()
  }
}

/** Whether a reload would discard text the person typed. */
export function hasTyped(): boolean {
  return [...touched].some(({ isConnected, value }) => isConnected && value !== '')
}
