import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, NODE, npm, ROOT, run } from './run.mjs'

const LOCK = join(ROOT, 'package-lock.json')
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json')

function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
}

/** Whether node_modules matches the lock file, ignoring packages for other platforms. Changes nothing. */
export function isInstalled() {
  if (!existsSync(INSTALLED) || !existsSync(NODE)) return false
  const installed = packagesIn(INSTALLED)
  return Object.entries(packagesIn(LOCK)).every(([path, wanted]) => {
    if (path === '' || !path.includes('node_modules/')) return true
    if (wanted.link) return existsSync(join(ROOT, path))
    const found = installed[path]
    return found ? found.version === wanted.version : wanted.optional === true || wanted.peer === true
  })
}

/** Installs the packages in the lock file unless they are already installed. Never changes the lock file. */
export async function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    giveUp(`Nollie needs Node 20.19 or newer to start; this is ${process.version}.`)
  if (isInstalled()) return
  console.log('Installing dependencies. The first time takes about a minute.')
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const exact = await run(...npm('ci', ...quiet), { env: process.env })
  if (exact.code === 0 && isInstalled()) return
  // Some registries don't have binaries for other platforms, which makes `npm ci` fail.
  const lock = readFileSync(LOCK)
  const lenient = await run(...npm('install', ...quiet), { env: process.env })
  if (!readFileSync(LOCK).equals(lock)) writeFileSync(LOCK, lock)
  if (lenient.code !== 0) giveUp(`Couldn't install the dependencies.\n\n${exact.output}\n${lenient.output}`)
  if (!existsSync(NODE)) {
    giveUp(
      "npm didn't install Node 24, probably because install scripts are turned off. Run npm config set ignore-scripts false, and try again.",
    )
  }
}
