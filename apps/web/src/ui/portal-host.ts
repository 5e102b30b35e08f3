import { createContext, useContext } from 'react'

const PortalHost = createContext<HTMLElement | null>(null)

/**
 * Renders its sheets and menus into its own element, so that sheets of a full-screen dialog are above it and use its
 * theme.
 */
export const PortalHostProvider = PortalHost.Provider

/** The element for sheets and menus; undefined means the end of the document. */
export const usePortalHost = (): HTMLElement | undefined => useContext(PortalHost) ?? undefined
