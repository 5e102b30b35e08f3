/** The person's choice of theme; `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const KEY = 'nollie.theme'
const dark = () => matchMedia('(prefers-color-scheme: dark)')

/** Returns the stored choice. */
export const themeChoice = (): ThemeChoice => {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** Returns the current theme. */
export const themeNow = (): 'light' | 'dark' => {
  const choice = themeChoice()
  return choice === 'system' ? (dark().matches ? 'dark' : 'light') : choice
}

const paintBars = () =>
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', themeNow() === 'dark' ? '#0E1012' : '#F1F3F4')

/** Stores a choice and applies it immediately in every tab. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, choice)
  } catch {
    // If storage is unavailable, the choice lasts until the page is closed.
  }
  show(choice)
}

function show(choice: ThemeChoice) {
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice
  paintBars()
  dispatchEvent(new Event('nollie:theme'))
}

/** Updates the theme when it changes in another tab or on the device. */
export function watchTheme(): void {
  addEventListener('storage', ({ key }) => {
    if (key === KEY) show(themeChoice())
  })
  dark().addEventListener('change', () => show(themeChoice()))
}

/** Calls `changed` when the theme may have changed. Returns a cleanup function. */
export function onTheme(changed: () => void): () => void {
  addEventListener('nollie:theme', changed)
  return () => removeEventListener('nollie:theme', changed)
}
