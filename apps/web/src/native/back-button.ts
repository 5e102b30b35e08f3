import { type Bridge, trigger } from './bridge.ts'

/**
 * Makes Android's back button close an open dialog. If there is none, the button goes back. If there's nothing to go
 * back to, it sends the app to the background.
 */
export function installBackButton(bridge: Bridge): void {
  bridge.addListener('App', 'backButton', (data) => {
    const open = document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')
    if (open) {
      const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
      ;(document.activeElement ?? open).dispatchEvent(key)
    } else if ((data as { canGoBack?: boolean }).canGoBack) history.back()
    else trigger(bridge, 'App', 'minimizeApp')
  })
}
