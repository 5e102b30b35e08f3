import './page.css'
import { startEmbed } from './start-embed.ts'

// The embedded map of other sites: without the router, the session, and storage. The theme follows the device.

const dark = matchMedia('(prefers-color-scheme: dark)')
function applyTheme(): void {
  document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light'
}
applyTheme()

const changeTheme = startEmbed(document.getElementById('root') as HTMLElement)
dark.addEventListener('change', () => {
  applyTheme()
  changeTheme()
})
