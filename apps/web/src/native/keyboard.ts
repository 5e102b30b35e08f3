import type { Bridge } from './bridge.ts'

/**
 * Scrolls the focused field above the keyboard, as browsers do, because in apps the keyboard covers the page. Removes
 * the bottom safe area while the keyboard is open.
 */
export function installKeyboard(bridge: Bridge): void {
  const root = document.documentElement
  bridge.addListener('Keyboard', 'keyboardDidShow', () => {
    root.dataset.keyboard = ''
    root.style.setProperty('--safe-b', '0px')
    document.activeElement?.scrollIntoView({ block: 'center' })
  })
  bridge.addListener('Keyboard', 'keyboardDidHide', () => {
    delete root.dataset.keyboard
    root.style.removeProperty('--safe-b')
  })
}
