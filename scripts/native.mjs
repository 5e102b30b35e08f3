import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { ensureWebBuilt } from './lib/build-web.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { isAdId, SAMPLE_AD_IDS } from './native/uses.mjs'
import { childEnv, giveUp, npm, ROOT, run } from './lib/run.mjs'

// Creates the Android and iOS projects in apps/native, and an APK if there is an Android SDK (docs/native.md).

const FOLDER = join(ROOT, 'apps/native')
const ANDROID = join(FOLDER, 'android')
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

const hosts = (process.env.NATIVE_HOSTS ?? '')
  .split(',')
  .map((host) => host.trim())
  .filter(Boolean)
const wrong = hosts.find((host) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host))
if (wrong) giveUp(`NATIVE_HOSTS must be host names separated by commas: ${wrong}`)
const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
const facts = {
  id: process.env.NATIVE_APP_ID ?? 'app.nollie',
  name: process.env.NATIVE_APP_NAME ?? 'Nollie',
  version,
  build: Number(process.env.NATIVE_BUILD ?? major * 1_000_000 + minor * 1_000 + patch + 1),
  hosts,
  adIds: {
    android: process.env.NATIVE_ADS_ANDROID ?? SAMPLE_AD_IDS.android,
    ios: process.env.NATIVE_ADS_IOS ?? SAMPLE_AD_IDS.ios,
  },
  /** The Android app's Firebase project. Without it, the app has no push notifications. */
  googleServices: process.env.NATIVE_GOOGLE_SERVICES ? resolve(process.env.NATIVE_GOOGLE_SERVICES) : null,
}
const wrongAd = Object.values(facts.adIds).find((id) => !isAdId(id))
if (wrongAd)
  giveUp(
    `NATIVE_ADS_ANDROID and NATIVE_ADS_IOS must be AdMob app IDs, like ${SAMPLE_AD_IDS.android}: ${wrongAd}`,
  )
if (facts.googleServices && !existsSync(facts.googleServices))
  giveUp(`There is no file at NATIVE_GOOGLE_SERVICES: ${facts.googleServices}`)

async function must(what, [program, args], options = {}) {
  console.log(what)
  const { code, output } = await run(program, args, { cwd: FOLDER, ...options })
  if (code !== 0) giveUp(`${what}: failed\n${output}`)
}

/** Returns the folder of an Android SDK; null if there is none. */
function androidSdk() {
  const places = [
    process.env.ANDROID_HOME,
    process.env.ANDROID_SDK_ROOT,
    join(homedir(), 'Android/Sdk'),
    join(homedir(), 'Library/Android/sdk'),
  ]
  return places.find((place) => place && existsSync(join(place, 'platforms'))) ?? null
}

async function buildApk() {
  const sdk = androidSdk()
  if (!sdk) {
    console.log(
      'No Android SDK was found (ANDROID_HOME), so no APK was built. Open apps/native/android in Android Studio.',
    )
    return
  }
  const gradlew = join(ANDROID, process.platform === 'win32' ? 'gradlew.bat' : 'gradlew')
  await must('Building the APK.', [gradlew, ['assembleDebug']], {
    cwd: ANDROID,
    env: childEnv({ ANDROID_HOME: sdk }),
  })
  console.log('The APK: apps/native/android/app/build/outputs/apk/debug/app-debug.apk')
}

await ensureInstalled()
const built = await ensureWebBuilt()
if (built.code !== 0) giveUp(built.output)
await must(
  'Installing Capacitor.',
  npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'),
)
// Imported here, because its packages weren't installed before.
const { makeWebFiles } = await import('./native/web-files.mjs')
const { makeProjects } = await import('./native/projects.mjs')
const { problemsOfProjects } = await import('./native/check.mjs')

await makeWebFiles(join(FOLDER, 'www'), { push: facts.googleServices ? ['ios', 'android'] : ['ios'] })
await makeProjects(FOLDER, facts, console.log).catch((error) => giveUp(error.message))
const problems = await problemsOfProjects(FOLDER, facts)
if (problems.length > 0) giveUp(`The generated projects have problems:\n${problems.join('\n')}`)
console.log('Created both projects: apps/native/android and apps/native/ios.')
if (!facts.googleServices)
  console.log(
    "The Android app won't get push notifications until you set NATIVE_GOOGLE_SERVICES to your google-services.json.",
  )
if (hosts.length === 0)
  console.log('Links will open in the browser, not in the app, until you list your servers in NATIVE_HOSTS.')
await buildApk()
