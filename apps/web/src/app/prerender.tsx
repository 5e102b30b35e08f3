import { renderToStaticMarkup } from 'react-dom/server'
import { m } from '../i18n/messages.ts'
import { titled } from '../lib/page/page-title.ts'
import { FailedText } from './failed-screen.tsx'
import { LandingScreen } from '../features/landing/index.ts'

/** Renders the landing page and its offline replacement to HTML during the build (`vite/prerender.ts`). */
export function landing() {
  return {
    title: titled(m.shell_tagline()),
    page: renderToStaticMarkup(<LandingScreen />),
    offline: renderToStaticMarkup(<FailedText kind="offline" again={m.shell_reload()} />),
  }
}
