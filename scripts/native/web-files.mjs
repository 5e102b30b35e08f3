import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../lib/run.mjs'

const DIST = join(ROOT, 'apps/web/dist')
const SOURCES = join(ROOT, 'apps/web/src/native')

// Photos are blobs, and requests go to any server the person selects. Scripts and styles are the app's own.
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob: https:",
  "media-src 'self' blob: https:",
  "connect-src 'self' blob: https: http://localhost:* http://127.0.0.1:* http://10.0.2.2:*",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

const START = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/
const SERVED_ONLY = /\.(br|gz)$|(^|\/)(landing|first-load)(\.[\w-]+)?\.(html|json)$/

/** Finds the web client's entry point in each language from the built pages. */
async function findEntries() {
  const entries = {}
  for (const file of await readdir(DIST)) {
    const [, language = 'en'] = /^index(?:\.([\w-]+))?\.html$/.exec(file) ?? []
    const [, src] = START.exec(/^index/.test(file) ? await readFile(join(DIST, file), 'utf8') : '') ?? []
    if (src) entries[language] = src
  }
  // English is the default for devices in other languages.
  const { en, ...others } = entries
  return { en, ...others }
}

/** Replaces the client's own URL with the selected server's. @returns {Promise<number>} number of replacements */
async function nameServer(folder) {
  let count = 0
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.js')) continue
    const text = await readFile(join(folder, file), 'utf8')
    const written = text.replaceAll(/\blocation\.origin\b/g, () => {
      count += 1
      return 'globalThis.nollieOrigin'
    })
    if (written !== text) await writeFile(join(folder, file), written)
  }
  return count
}

/** Bundles the script that runs before the client; a classic script, because it must run first. */
async function bundle(to) {
  const { build } = await import('rolldown')
  await build({
    input: join(SOURCES, 'main.ts'),
    logLevel: 'silent',
    output: { file: join(to, 'native.js'), format: 'iife', minify: true },
  })
}

/**
 * Copies the built web client and the device script into a folder for the native apps. The client's files are
 * unchanged, except for the client's own URL. `push`: platforms with push notifications.
 */
export async function makeWebFiles(to, { push = ['ios', 'android'] } = {}) {
  await rm(to, { recursive: true, force: true })
  await cp(DIST, to, { recursive: true, filter: (file) => !SERVED_ONLY.test(file) })
  const entries = await findEntries()
  if (!entries.en) throw new Error('The build has no index.html in English')
  if ((await nameServer(join(to, 'assets'))) === 0)
    throw new Error("The build doesn't contain the client's URL anymore")
  for (const language of Object.keys(entries))
    if (language !== 'en') await rm(join(to, `index.${language}.html`))
  await bundle(to)
  await cp(join(ROOT, 'apps/native/first-start.css'), join(to, 'first-start.css'))
  const page = await readFile(join(to, 'index.html'), 'utf8')
  const list = JSON.stringify(entries).replaceAll('"', '&quot;')
  const made = page
    .replace(
      /<meta charset="utf-8"\s*\/?>/i,
      (tag) => `${tag}<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    )
    .replace(/<link rel="manifest"[^>]*>/, '')
    .replace(
      START,
      () =>
        `<link rel="stylesheet" href="/first-start.css"><script src="/native.js" data-push="${push.join(' ')}" data-entries="${list}"></script>`,
    )
  if (!made.includes('native.js') || !made.includes('Content-Security-Policy'))
    throw new Error('index.html has no place for the device script')
  await writeFile(join(to, 'index.html'), made)
}
