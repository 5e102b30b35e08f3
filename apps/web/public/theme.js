// Decides the theme before the first paint, so that the wrong one never flashes, and whenever the choice or the system
// changes. src/lib/theme.ts stores the choice.
;(() => {
  const KEY = 'nollie.theme'
  const system = matchMedia('(prefers-color-scheme: dark)')
  let choice = null
  const read = () => {
    try {
      choice = localStorage.getItem(KEY)
    } catch {
      // Storage may be disabled; then the system's theme applies.
    }
  }
  const show = () => {
    const chosen = choice === 'light' || choice === 'dark' ? choice : null
    const theme = chosen ?? (system.matches ? 'dark' : 'light')
    document.documentElement.dataset.theme = theme
    const bars = document.querySelector('meta[name="theme-color"]')
    bars?.setAttribute('content', theme === 'dark' ? '#0E1012' : '#F1F3F4')
    dispatchEvent(new Event('nollie:theme'))
  }
  read()
  show()
  system.addEventListener('change', show)
  addEventListener('nollie:theme-choice', (event) => {
    choice = event.detail
    show()
  })
  // Another tab stored a choice.
  addEventListener('storage', (event) => {
    if (event.key !== KEY) return
    read()
    show()
  })
})()
