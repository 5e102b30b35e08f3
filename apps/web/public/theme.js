// Runs before the first paint, so that the stored theme never flashes; src/lib/theme.ts stores it.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('nollie.theme')
  } catch {
    // Storage may be disabled; then the system's theme applies.
  }
  const root = document.documentElement
  if (choice === 'light' || choice === 'dark') root.dataset.theme = choice
  const dark = choice ? choice === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  if (dark) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#0E1012')
})()
