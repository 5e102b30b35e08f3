import { createContext, useContext } from 'react'

const PortalHost = createContext<HTMLElement | null>(null)

/** Puts the sheets and menus inside it into an element of its own: in a full-screen dialog, above and in its theme. */
export const PortalHostProvider = PortalHost.Provider

/** Where a sheet or menu goes; undefined is the end of the document. */
export const usePortalHost = (): HTMLElement | undefined => useContext(PortalHost) ?? undefined
