import { describe, expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../test/world/app.ts'
import { readConfig } from '../config.ts'

const FINGERPRINT = Array.from({ length: 32 }, (_, n) => n.toString(16).padStart(2, '0').toUpperCase()).join(
  ':',
)

describe('NATIVE-02 links to this server open the app', () => {
  test('as configured by the operator, through the files that phones request', async () => {
    const { native } = readConfig({
      NATIVE_APP_ID: 'com.example.skate',
      NATIVE_ANDROID_FINGERPRINTS: ` ${FINGERPRINT.toLowerCase()}`,
      NATIVE_IOS_TEAM: 'ABCDE12345',
    })
    const it = await testApp({ native })
    onTestFinished(() => it.close())
    const android = await it.app.inject('/.well-known/assetlinks.json')
    expect([android.statusCode, android.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('application/json'),
    ])
    expect(android.json()).toEqual([
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: 'com.example.skate',
          sha256_cert_fingerprints: [FINGERPRINT],
        },
      },
    ])
    const apple = await it.app.inject('/.well-known/apple-app-site-association')
    expect(apple.headers['content-type']).toContain('application/json')
    const [details] = apple.json().applinks.details
    expect(details.appIDs).toEqual(['ABCDE12345.com.example.skate'])
    expect(details.components).toContainEqual({ '/': '/spot/*' })
  })

  test.each(['/.well-known/assetlinks.json', '/.well-known/apple-app-site-association'])(
    '%s does not exist without configuration',
    async (url) => {
      const it = await testApp({ native: readConfig({}).native })
      onTestFinished(() => it.close())
      expect((await it.app.inject(url)).statusCode).toBe(404)
    },
  )

  test('invalid settings make the start fail with the setting’s name', () => {
    const wrong = () =>
      readConfig({ NATIVE_APP_ID: 'nollie', NATIVE_ANDROID_FINGERPRINTS: 'AB:CD', NATIVE_IOS_TEAM: 'me' })
    for (const name of ['NATIVE_APP_ID', 'NATIVE_ANDROID_FINGERPRINTS', 'NATIVE_IOS_TEAM'])
      expect(wrong).toThrow(`${name} must be`)
  })
})
