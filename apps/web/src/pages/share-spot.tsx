import { LaterPage } from './later.tsx'

/** Stands until this screen is there. */
export const ShareSpotPage = () => <LaterPage />
