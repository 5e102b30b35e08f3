import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** Lists the native apps that can open this server's URLs; absent unless the operator configured them. */
export const nativeAppsEndpoints = {
  androidApps: endpoint('GET /.well-known/assetlinks.json', {
    summary: 'Get the Android app that opens links to this server (Digital Asset Links)',
    policy: 'anyone',
    rate: 'read',
    answer: z.array(
      z.object({
        relation: z.array(z.string()),
        target: z.object({
          namespace: z.literal('android_app'),
          package_name: z.string(),
          sha256_cert_fingerprints: z.array(z.string()),
        }),
      }),
    ),
    errors: ['NOT_FOUND'],
  }),
  appleApps: endpoint('GET /.well-known/apple-app-site-association', {
    summary: 'Get the iOS app that opens links to this server (Universal Links)',
    policy: 'anyone',
    rate: 'read',
    answer: z.object({
      applinks: z.object({
        details: z.array(
          z.object({
            appIDs: z.array(z.string()),
            components: z.array(z.object({ '/': z.string() })),
          }),
        ),
      }),
    }),
    errors: ['NOT_FOUND'],
  }),
}
