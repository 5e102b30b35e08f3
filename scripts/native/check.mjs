import { readdir, readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../lib/run.mjs'
import { problemsOfCalls } from './check-calls.mjs'
import { BASE_PERMISSIONS, isAdId, USES } from './uses.mjs'

const SOURCES = join(ROOT, 'apps/web/src/native')
const CALL =
  /(?:ask|trigger)(?:<[^(]*>)?\(\s*bridge,\s*'(\w+)'|(?:addListener|nativeCallback|isPluginAvailable)\(\s*'(\w+)'|PLUGIN = '(\w+)'/g

/** Lists the plugins that the app's page calls. @returns {Promise<string[]>} */
export async function calledPlugins() {
  const names = new Set()
  for (const file of await readdir(SOURCES)) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const text = await readFile(join(SOURCES, file), 'utf8')
    for (const [, ...found] of text.matchAll(CALL)) names.add(found.find(Boolean))
  }
  return sorted(names)
}

function read(file) {
  return existsSync(file) ? readFile(file, 'utf8') : Promise.resolve('')
}

function sorted(list) {
  return [...new Set(list)].toSorted((one, other) => (one < other ? -1 : 1))
}

/** Finds problems in an Android manifest: missing or unused permissions. @returns {string[]} */
export function problemsOfManifest(text, { id, hosts }) {
  const wanted = sorted([...BASE_PERMISSIONS, ...Object.values(USES).flatMap(({ android = [] }) => android)])
  const given = sorted(
    [...text.matchAll(/uses-permission android:name="android\.permission\.(\w+)"/g)].map(([, name]) => name),
  )
  return [
    ...wanted.filter((name) => !given.includes(name)).map((name) => `the manifest is missing ${name}`),
    ...given.filter((name) => !wanted.includes(name)).map((name) => `nothing uses ${name}`),
    ...hosts
      .filter((host) => !text.includes(`android:host="${host}"`))
      .map((host) => `links to ${host} don't open the app`),
    ...(text.includes('android:allowBackup="false"') ? [] : ['the app would be included in backups']),
    ...(id ? [] : ['the app has no ID']),
  ]
}

/** Finds problems with the ad service in the generated projects: its ID, and use before consent. @returns {string[]} */
export function problemsOfAds({ manifest, plist }, adIds) {
  const tags = [...manifest.matchAll(/<[^>]+>/g)].map(([tag]) => tag)
  const hasTag = (...attributes) =>
    tags.some((tag) => attributes.every((attribute) => tag.includes(attribute)))
  const has = (name, value) =>
    hasTag(`android:name="com.google.android.gms.ads.${name}"`, `android:value="${value}"`)
  const listed = new RegExp(`<key>GADApplicationIdentifier</key>\\s*<string>${adIds.ios}</string>`)
  const isRemoved = hasTag('android:name="com.google.android.gms.permission.AD_ID"', 'tools:node="remove"')
  return [
    ...Object.entries(adIds).flatMap(([name, id]) =>
      isAdId(id) ? [] : [`${id} isn't an ad ID for ${name}`],
    ),
    ...(has('APPLICATION_ID', adIds.android)
      ? []
      : ['Android: the ad service has no ID, so it would crash the app']),
    ...(has('DELAY_APP_MEASUREMENT_INIT', 'true') ? [] : ['Android: the ad service measures before consent']),
    ...(isRemoved ? [] : ['Android: the ad service reads the advertising ID']),
    ...(listed.test(plist) ? [] : ['iOS: the ad service has no ID, so it would crash the app']),
    ...(/<key>GADDelayAppMeasurementInit<\/key>\s*<true\s*\/>/.test(plist)
      ? []
      : ['iOS: the ad service measures before consent']),
    ...(plist.includes('NSUserTrackingUsageDescription') ? ['iOS: the app asks to track people'] : []),
  ]
}

/** Finds problems in an iOS property list: missing or unused strings. @returns {string[]} */
export function problemsOfPlist(text) {
  const wanted = Object.assign({}, ...Object.values(USES).map(({ ios = {} }) => ios))
  const given = Object.fromEntries(
    [...text.matchAll(/<key>(NS\w+UsageDescription)<\/key>\s*<string>([^<]*)<\/string>/g)].map(
      ([, key, value]) => [key, value],
    ),
  )
  return [
    ...Object.keys(wanted)
      .filter((key) => given[key] !== wanted[key])
      .map((key) => `the property list is missing the text for ${key}`),
    ...Object.keys(given)
      .filter((key) => !wanted[key])
      .map((key) => `nothing uses ${key}`),
  ]
}

/** Finds problems with the plugins: not in `uses.mjs`, without a package, or not in the project. */
export async function problemsOfPlugins(folder) {
  const called = await calledPlugins()
  const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const gradle = join(folder, 'android/capacitor.settings.gradle')
  const built = existsSync(gradle) ? await readFile(gradle, 'utf8') : ''
  const registered = await read(join(folder, 'android/app/src/main/assets/capacitor.plugins.json'))
  const swift = join(folder, 'ios/App/CapApp-SPM/Package.swift')
  const builtForIos = existsSync(swift) ? await readFile(swift, 'utf8') : ''
  return [
    ...called.filter((name) => !USES[name]).map((name) => `scripts/native/uses.mjs is missing ${name}`),
    ...Object.entries(USES).flatMap(([name, { package: from }]) => [
      ...(called.includes(name) ? [] : [`nothing calls ${name}`]),
      ...(dependencies[from] ? [] : [`apps/native is missing ${from}`]),
      ...(built && !built.includes(`node_modules/${from}/`)
        ? [`the Android project is missing ${from}`]
        : []),
      ...(registered && !registered.includes(`"pkg": "${from}"`)
        ? [`the Android app doesn't register ${from}`]
        : []),
      ...(builtForIos && !builtForIos.includes(`node_modules/${from}"`)
        ? [`the iOS project is missing ${from}`]
        : []),
    ]),
  ]
}

/** Finds problems in the Firebase file, which must belong to this app. @returns {string[]} */
export function problemsOfGoogleServices(text, id) {
  const { client = [] } = text ? JSON.parse(text) : {}
  const ids = client.map((one) => one.client_info?.android_client_info?.package_name)
  return ids.includes(id) ? [] : [`google-services.json isn't for ${id}`]
}

/** Finds problems in the generated projects. @returns {Promise<string[]>} */
export async function problemsOfProjects(folder, facts) {
  const manifest = await read(join(folder, 'android/app/src/main/AndroidManifest.xml'))
  const gradle = await read(join(folder, 'android/app/build.gradle'))
  const plist = await read(join(folder, 'ios/App/App/Info.plist'))
  const delegate = await read(join(folder, 'ios/App/App/AppDelegate.swift'))
  const entitlements = await read(join(folder, 'ios/App/App/App.entitlements'))
  const project = await read(join(folder, 'ios/App/App.xcodeproj/project.pbxproj'))
  return [
    ...(await problemsOfPlugins(folder)),
    ...(await problemsOfCalls(folder)),
    ...problemsOfManifest(manifest, facts).map((problem) => `Android: ${problem}`),
    ...(gradle.includes(`applicationId "${facts.id}"`) ? [] : ['Android: the app has a different ID']),
    ...problemsOfPlist(plist).map((problem) => `iOS: ${problem}`),
    ...problemsOfAds({ manifest, plist }, facts.adIds),
    ...(facts.googleServices
      ? problemsOfGoogleServices(await read(join(folder, 'android/app/google-services.json')), facts.id)
      : []),
    ...(project.includes(`PRODUCT_BUNDLE_IDENTIFIER = ${facts.id};`)
      ? []
      : ['iOS: the app has a different ID']),
    ...(entitlements.includes('aps-environment') ? [] : ['iOS: push notifications are off']),
    ...(delegate.includes('capacitorDidRegisterForRemoteNotifications')
      ? []
      : ['iOS: the app delegate has no push methods']),
    ...facts.hosts
      .filter((host) => !entitlements.includes(`applinks:${host}`))
      .map((host) => `iOS: links to ${host} don't open the app`),
    ...(existsSync(join(folder, 'android/app/src/main/assets/public/native.js'))
      ? []
      : ['Android: no web client']),
    ...(existsSync(join(folder, 'ios/App/App/public/native.js')) ? [] : ['iOS: no web client']),
  ]
}
