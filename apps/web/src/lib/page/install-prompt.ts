/** The browser's install prompt. TypeScript doesn't declare it, because not all browsers support it. */
export type InstallPrompt = Event & { prompt: () => Promise<unknown> }

const { promise, resolve } = Promise.withResolvers<InstallPrompt>()

/** Resolves with the browser's install prompt. Never resolves in browsers that have none. */
export const installPrompt: Promise<InstallPrompt> = promise

/** Stores the browser's install prompt for later. Otherwise, the browser would show it on the first visit. */
export function storeInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    resolve(event as InstallPrompt)
  })
}
