/** The browser's offer to install the app. TypeScript doesn't declare it, because not all browsers have it. */
export type InstallPrompt = Event & { prompt: () => Promise<unknown> }

const { promise, resolve } = Promise.withResolvers<InstallPrompt>()

/** Resolves once the browser can install the app, which may be never. */
export const installPrompt: Promise<InstallPrompt> = promise

/** Keeps the browser's offer for later, instead of letting the browser show it on the first visit. */
export function storeInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    resolve(event as InstallPrompt)
  })
}
