import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { defineModule, type Services } from './module.ts'
import { pageHead, pageOfMerged } from './modules/previews/index.ts'
import { type AdSettings, ads } from './modules/ads/index.ts'
import { type LiveEvents, events } from './modules/events/index.ts'
import { serveFramedPage, serveWebClient } from './platform/http/index.ts'
import { listBuiltLanguages, openPageLanguages } from './choose-page-language.ts'
import { isScreen } from './web-screens.ts'
import { openPageStarts } from './first-requests.ts'
import { findShortLinkTarget, isBrokenShortLink } from './short-links.ts'

type Needs = Pick<Services, 'db' | 'publicUrl' | 'webRoot' | 'withdrawsWorker'> & {
  events: { liveEvents: LiveEvents }
  ads: { settings: AdSettings }
}

/** Added to every page if a server has no ads, so that the client doesn't load their code. */
const NO_ADS = '<meta name="ads" content="off">'

async function webClientRoutes(
  scope: FastifyInstance,
  { db, publicUrl, webRoot, withdrawsWorker, events: { liveEvents }, ads: { settings } }: Needs,
): Promise<void> {
  if (!webRoot || !existsSync(webRoot)) return
  const languages = listBuiltLanguages(webRoot)
  const languageFor = openPageLanguages(db, languages)
  await serveFramedPage(scope, { root: webRoot, languages })
  await serveWebClient(scope, {
    root: webRoot,
    publicUrl,
    languages,
    marks: settings.kind === 'off' ? NO_ADS : '',
    languageFor: (request) => languageFor(request, null),
    withdrawsWorker: withdrawsWorker ?? false,
    knows: (path) => isScreen(path) && !isBrokenShortLink(path),
    movedTo: findShortLinkTarget,
    mergedInto: (path) => pageOfMerged(db, path),
    startFor: openPageStarts({
      webRoot,
      languageFor,
      lastEvent: () => liveEvents.lastEvent,
    }),
    headFor: (path) => pageHead(db, publicUrl, path),
  })
}

/** The built web client: its files, and the pages for its screens. */
export const webClient = defineModule({
  name: 'web-client',
  needs: ['db', 'publicUrl', 'webRoot', 'withdrawsWorker'],
  uses: { events, ads },
  routes: webClientRoutes,
})
