import { createContext, useContext } from 'react'

const PortalHost = createContext<HTMLElement | null>(null)

/**
 * Renders a subtree's sheets and menus into a given element, so that sheets in a full-screen dialog appear above it and
 * use its theme.
 */
export const PortalHostProvider = PortalHost.Provider

/** Returns the element for sheets and menus; undefined means the end of the document. */
export function usePortalHost(): HTMLElement | undefined {
  return useContext(PortalHost) ?? undefined
}
