import { renderToStaticMarkup } from 'react-dom/server'
import { m } from '../i18n/messages.ts'
import { titled } from '../lib/title.ts'
import { FailedText } from '../pages/failed.tsx'
import { LandingPage } from '../pages/landing.tsx'

/** The landing page as HTML, for the build (`vite/prerender.ts`); and what stands there where nothing more can be loaded. */
export const landing = () => ({
  title: titled(m.shell_tagline()),
  page: renderToStaticMarkup(<LandingPage />),
  offline: renderToStaticMarkup(<FailedText kind="offline" again={m.shell_reload()} />),
})
