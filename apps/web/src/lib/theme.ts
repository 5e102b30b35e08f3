/** The person's choice of theme; `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const KEY = 'nollie.theme'

/** Returns the stored choice. */
export function themeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** Returns the current theme, which `public/theme.js` decides. */
export function themeNow(): 'light' | 'dark' {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}

/** Stores a choice and applies it immediately in every tab. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, choice)
  } catch {
    // If storage is unavailable, the choice lasts until the page is closed.
  }
  dispatchEvent(new CustomEvent('nollie:theme-choice', { detail: choice }))
}

/** Calls `changed` when the theme may have changed. Returns a cleanup function. */
export function onTheme(changed: () => void): () => void {
  addEventListener('nollie:theme', changed)
  return () => removeEventListener('nollie:theme', changed)
}
