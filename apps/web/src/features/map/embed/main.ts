import './page.css'
import { startEmbed } from './start-embed.ts'

// The map that other sites embed. It has no router, session, or storage, and its theme follows the device.

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
