import { existsSync } from 'node:fs'
import { pageOfShort } from '@nollie/contract/short-links'
import type { FastifyInstance } from 'fastify'
import { defineModule, type Services } from './module.ts'
import { pageHead } from './modules/previews/index.ts'
import { type Realtime, realtime } from './modules/realtime/index.ts'
import { headFor } from './modules/spots/index.ts'
import { serveWebClient } from './platform/http/index.ts'
import { knowsScreen } from './web-screens.ts'
import { openPageStarts } from './web-starts.ts'

type Needs = Pick<Services, 'db' | 'publicUrl' | 'webRoot'> & { realtime: { realtime: Realtime } }

const webClientRoutes = async (
  scope: FastifyInstance,
  { db, publicUrl, webRoot, realtime: { realtime } }: Needs,
): Promise<void> => {
  if (!webRoot || !existsSync(webRoot)) return
  await serveWebClient(scope, {
    root: webRoot,
    knows: (path) => pageOfShort(path) !== null && knowsScreen(path),
    movedTo: (path) => pageOfShort(path) ?? null,
    startFor: openPageStarts({
      webRoot,
      lastEvent: () => realtime.lastEvent,
    }),
    headFor: async (path) => (await headFor(db, publicUrl, path)) ?? pageHead(db, publicUrl, path),
  })
}

/** The built web client: its files, and the pages that its screens begin with. */
export const webClient = defineModule({
  name: 'web-client',
  needs: ['db', 'publicUrl', 'webRoot'],
  uses: { realtime },
  routes: webClientRoutes,
})
