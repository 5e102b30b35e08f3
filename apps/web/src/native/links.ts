import { ask, type Bridge } from './bridge.ts'

/** Returns the path of a link to this server; null for other links. */
export function parseLinkPath(link: string | undefined, server: URL): string | null {
  if (!link || !URL.canParse(link)) return null
  const { origin, pathname, search, hash } = new URL(link)
  return origin === server.origin ? pathname + search + hash : null
}

/** Opens links from outside the app: the one that launched it (before the first screen appears), and later ones. */
export async function installLinks(bridge: Bridge, server: URL): Promise<void> {
  const launch = await ask<{ url?: string } | null>(bridge, 'App', 'getLaunchUrl').catch(() => null)
  const first = parseLinkPath(launch?.url, server)
  if (first && location.pathname === '/') history.replaceState(null, '', first)
  bridge.addListener('App', 'appUrlOpen', (data) => {
    const path = parseLinkPath((data as { url?: string }).url, server)
    // The router picks up the change.
    if (path) history.pushState(null, '', path)
  })
}
