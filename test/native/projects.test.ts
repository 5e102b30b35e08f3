import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  calledPlugins,
  problemsOfAds,
  problemsOfGoogleServices,
  problemsOfManifest,
  problemsOfPlist,
  problemsOfPlugins,
  problemsOfProjects,
} from '../../scripts/native/check.mjs'
import { listCalls, problemsOfCalls } from '../../scripts/native/check-calls.mjs'
import { SAMPLE_AD_IDS } from '../../scripts/native/uses.mjs'
import { makeProjects } from '../../scripts/native/projects.mjs'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'apps/native')
const FACTS = { id: 'app.nollie', hosts: [] as string[] }

function permissions(...names: string[]) {
  return names.map((name) => `<uses-permission android:name="android.permission.${name}" />`).join('\n')
}

const ALL = [
  'INTERNET',
  'CAMERA',
  'RECORD_AUDIO',
  'MODIFY_AUDIO_SETTINGS',
  'ACCESS_COARSE_LOCATION',
  'ACCESS_FINE_LOCATION',
  'VIBRATE',
  'ACCESS_NETWORK_STATE',
  'POST_NOTIFICATIONS',
]

function manifest(...names: string[]) {
  return `<application android:allowBackup="false" />${permissions(...names)}`
}

describe('NATIVE-02 the texts of the projects', () => {
  test('name the plugins that the page calls, and their packages', async () => {
    expect(await calledPlugins()).toEqual(
      expect.arrayContaining(['AdMob', 'App', 'Camera', 'Geolocation', 'SecureStorage', 'Share']),
    )
    expect(await problemsOfPlugins(FOLDER)).toEqual([])
  })

  test('ADS-02 call only methods and events that the plugin has on both systems', async () => {
    expect(await listCalls()).toEqual(
      expect.arrayContaining([
        ['AdMob', 'showBanner'],
        ['AdMob', 'removeBanner'],
        ['AdMob', 'bannerAdSizeChanged'],
        ['SecureStorage', 'internalGetItem'],
      ]),
    )
    const folder = await mkdtemp(join(tmpdir(), 'nollie-plugins-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const admob = join(folder, 'node_modules/@capacitor-community/admob')
    await mkdir(join(admob, 'android/src/main'), { recursive: true })
    await mkdir(join(admob, 'ios'), { recursive: true })
    await writeFile(join(admob, 'android/src/main/AdMob.java'), '@PluginMethod public void showBanner(')
    await writeFile(join(admob, 'ios/AdMob.swift'), 'func showBanners() {}')
    expect(await problemsOfCalls(folder, [['AdMob', 'showBanner']])).toEqual([
      "iOS: AdMob doesn't have showBanner",
    ])
    expect(await problemsOfCalls(FOLDER)).toEqual([])
  })

  test('have exactly the permissions that the app uses', () => {
    expect(problemsOfManifest(manifest(...ALL), FACTS)).toEqual([])
    expect(problemsOfManifest(manifest(...ALL.slice(1), 'READ_CONTACTS'), FACTS)).toEqual([
      'the manifest is missing INTERNET',
      'nothing uses READ_CONTACTS',
    ])
    expect(problemsOfManifest(permissions(...ALL), { ...FACTS, hosts: ['nollie.example'] })).toEqual([
      "links to nollie.example don't open the app",
      'the app would be included in backups',
    ])
  })

  test('show our permission texts, only for features in use', () => {
    const problems = problemsOfPlist('<key>NSContactsUsageDescription</key>\n<string>Why not</string>')
    expect(problems).toContain('the property list is missing the text for NSCameraUsageDescription')
    expect(problems).toContain('nothing uses NSContactsUsageDescription')
  })

  test('ADS-02 ADS-04 include the ad service, which does nothing before consent', () => {
    const of = (name: string, value: string) =>
      `<meta-data android:name="com.google.android.gms.ads.${name}" android:value="${value}" />`
    const AD_ID = 'android:name="com.google.android.gms.permission.AD_ID"'
    const right = {
      manifest: [
        of('APPLICATION_ID', SAMPLE_AD_IDS.android),
        of('DELAY_APP_MEASUREMENT_INIT', 'true'),
        `<uses-permission ${AD_ID} tools:node="remove" />`,
      ].join('\n'),
      plist: `<key>GADApplicationIdentifier</key>\n<string>${SAMPLE_AD_IDS.ios}</string>
        <key>GADDelayAppMeasurementInit</key>\n<true/>`,
    }
    expect(problemsOfAds(right, SAMPLE_AD_IDS)).toEqual([])
    const plist = '<key>NSUserTrackingUsageDescription</key>'
    expect(problemsOfAds({ manifest: `<uses-permission ${AD_ID} />`, plist }, SAMPLE_AD_IDS)).toEqual([
      'Android: the ad service has no ID, so it would crash the app',
      'Android: the ad service measures before consent',
      'Android: the ad service reads the advertising ID',
      'iOS: the ad service has no ID, so it would crash the app',
      'iOS: the ad service measures before consent',
      'iOS: the app asks to track people',
    ])
    const unit = 'ca-app-pub-3940256099942544/6300978111'
    expect(problemsOfAds(right, { ...SAMPLE_AD_IDS, android: unit })).toContain(
      `${unit} isn't an ad ID for android`,
    )
  })

  test('have the Firebase project of this app', () => {
    const of = (name: string) =>
      JSON.stringify({ client: [{ client_info: { android_client_info: { package_name: name } } }] })
    expect(problemsOfGoogleServices(of('app.nollie'), 'app.nollie')).toEqual([])
    for (const text of ['', '{}', of('app.other')])
      expect(problemsOfGoogleServices(text, 'app.nollie')).toEqual([
        "google-services.json isn't for app.nollie",
      ])
  })

  // `npm run native` installs Capacitor, which nothing else needs.
  test.skipIf(!existsSync(join(FOLDER, 'node_modules/@capacitor/cli')))(
    'generate correctly',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'nollie-projects-'))
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
      for (const file of ['package.json', 'capacitor.config.json'])
        await cp(join(FOLDER, file), join(folder, file))
      await symlink(join(FOLDER, 'node_modules'), join(folder, 'node_modules'))
      await mkdir(join(folder, 'www'))
      for (const file of ['index.html', 'native.js']) await writeFile(join(folder, 'www', file), '')
      const facts = {
        id: 'app.nollie',
        name: 'Nollie',
        version: '1.2.3',
        build: 7,
        hosts: ['nollie.example'],
        adIds: { ...SAMPLE_AD_IDS, android: 'ca-app-pub-1234567890123456~1234567890' },
        googleServices: join(folder, 'firebase.json'),
      }
      const client_info = { android_client_info: { package_name: facts.id } }
      await writeFile(facts.googleServices, JSON.stringify({ client: [{ client_info }] }))
      await makeProjects(folder, facts, () => undefined)
      expect(await problemsOfProjects(folder, facts)).toEqual([])
      expect(await problemsOfProjects(folder, { ...facts, adIds: SAMPLE_AD_IDS })).toEqual([
        'Android: the ad service has no ID, so it would crash the app',
      ])
      expect(await problemsOfProjects(folder, { ...facts, hosts: ['other.example'] })).toEqual([
        "Android: links to other.example don't open the app",
        "iOS: links to other.example don't open the app",
      ])
    },
    300_000,
  )

  test('pin exact versions, separately from the main packages', async () => {
    const own = JSON.parse(await readFile(join(FOLDER, 'package.json'), 'utf8'))
    const versions = Object.values({ ...own.dependencies, ...own.devDependencies })
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([])
    const lock = await readFile(join(ROOT, 'package-lock.json'), 'utf8')
    expect(lock).not.toContain('@capacitor/')
  })
})
