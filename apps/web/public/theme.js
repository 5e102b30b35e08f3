// Runs before the first paint so that a chosen theme never flashes; the choice is written by src/lib/theme.ts.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('nollie.theme')
  } catch {
    // Storage may be switched off; the system's theme stands then.
  }
  const root = document.documentElement
  if (choice === 'light' || choice === 'dark') root.dataset.theme = choice
  const dark = choice ? choice === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  if (dark) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#0E1012')
})()
