import { ask, type Bridge } from './bridge.ts'

/** The path of this server that a link names; null for the links of others. */
export const pathOfLink = (link: string | undefined, server: URL): string | null => {
  if (!link || !URL.canParse(link)) return null
  const { origin, pathname, search, hash } = new URL(link)
  return origin === server.origin ? pathname + search + hash : null
}

/** Opens what a link outside the app names: the one that started it, before the first screen, and later ones. */
export const installLinks = async (bridge: Bridge, server: URL): Promise<void> => {
  const launch = await ask<{ url?: string } | null>(bridge, 'App', 'getLaunchUrl').catch(() => null)
  const first = pathOfLink(launch?.url, server)
  if (first && location.pathname === '/') history.replaceState(null, '', first)
  bridge.addListener('App', 'appUrlOpen', (data) => {
    const path = pathOfLink((data as { url?: string }).url, server)
    // The router follows it.
    if (path) history.pushState(null, '', path)
  })
}
