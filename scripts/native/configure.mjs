import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LANGUAGES, USES } from './uses.mjs'

const PATHS = ['/spot/', '/spots/', '/post/', '/user/', '/community/']

function permission(name) {
  return `<uses-permission android:name="android.permission.${name}" />`
}

function feature(name) {
  return `<uses-feature android:name="android.hardware.${name}" android:required="false" />`
}

function link(host) {
  return `<intent-filter android:autoVerify="true">
  <action android:name="android.intent.action.VIEW" />
  <category android:name="android.intent.category.DEFAULT" />
  <category android:name="android.intent.category.BROWSABLE" />
  <data android:scheme="https" android:host="${host}" />
  ${PATHS.map((path) => `<data android:pathPrefix="${path}" />`).join('\n  ')}
</intent-filter>`
}

function metadata(name, value) {
  return `<meta-data android:name="com.google.android.gms.ads.${name}" android:value="${value}" />`
}

// The ad service starts nothing before consent, and never uses the device's advertising ID.
function adsOfAndroid(id) {
  return [
    {
      file: 'AndroidManifest.xml',
      target: 'manifest',
      attrs: { 'xmlns:tools': 'http://schemas.android.com/tools' },
    },
    {
      file: 'AndroidManifest.xml',
      target: 'manifest',
      inject:
        '<uses-permission android:name="com.google.android.gms.permission.AD_ID" tools:node="remove" />',
    },
    {
      file: 'AndroidManifest.xml',
      target: 'manifest/application',
      inject: [metadata('APPLICATION_ID', id), metadata('DELAY_APP_MEASUREMENT_INIT', 'true')].join('\n'),
    },
  ]
}

function buildAndroid({ id, name, version, build, hosts, adIds }) {
  return {
    packageName: id,
    appName: name,
    versionName: version,
    versionCode: build,
    manifest: [
      {
        file: 'AndroidManifest.xml',
        target: 'manifest',
        inject: Object.values(USES)
          .flatMap(({ android = [] }) => android)
          .map(permission)
          .concat(['camera', 'camera.autofocus', 'location.gps', 'microphone'].map(feature))
          .join('\n'),
      },
      {
        file: 'AndroidManifest.xml',
        target: 'manifest/application',
        attrs: { 'android:allowBackup': 'false', 'android:usesCleartextTraffic': 'false' },
      },
      ...adsOfAndroid(adIds.android),
      ...hosts.map((host) => ({
        file: 'AndroidManifest.xml',
        target: 'manifest/application/activity',
        inject: link(host),
      })),
    ],
  }
}

function buildIos({ id, name, version, build, hosts, adIds }) {
  return {
    targets: {
      App: {
        bundleId: id,
        displayName: name,
        version,
        buildNumber: build,
        plist: [
          {
            replace: false,
            entries: [
              ...Object.values(USES).flatMap(({ ios = {} }) =>
                Object.entries(ios).map(([key, text]) => ({ [key]: text })),
              ),
              { CFBundleLocalizations: LANGUAGES },
              { ITSAppUsesNonExemptEncryption: false },
              { GADApplicationIdentifier: adIds.ios },
              { GADDelayAppMeasurementInit: true },
            ],
          },
        ],
        entitlements: [
          { 'aps-environment': 'production' },
          ...(hosts.length > 0
            ? [{ 'com.apple.developer.associated-domains': hosts.map((host) => `applinks:${host}`) }]
            : []),
        ],
      },
    },
  }
}

const PUSH = `
    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        NotificationCenter.default.post(name: .capacitorDidRegisterForRemoteNotifications, object: deviceToken)
    }

    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: Error) {
        NotificationCenter.default.post(name: .capacitorDidFailToRegisterForRemoteNotifications, object: error)
    }
}
`

/** Passes the device's push token to the plugin, following its instructions. */
export async function addPush(delegate) {
  const text = await readFile(delegate, 'utf8')
  await writeFile(
    delegate,
    text.trimEnd().replace(/\}$/, () => PUSH),
  )
}

/** Writes the changes to Capacitor's templates as a configuration for trapeze. JSON is valid YAML. */
export async function writeConfiguration(folder, facts) {
  const file = join(folder, 'project.json')
  await writeFile(
    file,
    JSON.stringify({ platforms: { android: buildAndroid(facts), ios: buildIos(facts) } }, null, 2),
  )
  return file
}
