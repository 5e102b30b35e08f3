import { contract } from '@nollie/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal, serve } from '../platform/http/index.ts'
import type { NativeApps } from '../config/native.ts'

/** Paths that open the app. Others, such as links in emails, open in the browser. */
const OPENED = ['/spot/*', '/spots/*', '/post/*', '/user/*', '/community/*']
const CACHE = 'public, max-age=3600'

function cached(reply: FastifyReply) {
  return void reply.header('cache-control', CACHE)
}

/** Serves the files that tell phones which app opens this server's URLs (NATIVE-02). */
export function nativeAppsRoutes(app: FastifyInstance, { native }: { native: NativeApps }): void {
  const { id, fingerprints, team } = native
  serve(app, contract.androidApps, ({ reply }) => {
    if (fingerprints.length === 0) throw new Refusal('NOT_FOUND')
    cached(reply)
    return [
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app' as const,
          package_name: id,
          sha256_cert_fingerprints: [...fingerprints],
        },
      },
    ]
  })
  serve(app, contract.appleApps, ({ reply }) => {
    if (!team) throw new Refusal('NOT_FOUND')
    cached(reply)
    return {
      applinks: {
        details: [{ appIDs: [`${team}.${id}`], components: OPENED.map((path) => ({ '/': path })) }],
      },
    }
  })
}
