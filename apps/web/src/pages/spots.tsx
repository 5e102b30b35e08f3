import { LaterPage } from './later.tsx'

/** Stands until this screen is there. */
export const SpotsPage = (_: { openSpotId?: string }) => <LaterPage />
