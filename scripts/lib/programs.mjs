import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { NODE, ROOT, run, which } from './run.mjs'

const isRoot = process.getuid?.() === 0
const mayUseApt = isRoot && which('apt-get') !== null

/** Returns the folder of the initdb on the PATH if its version is 15 or newer; otherwise null. */
function fitOnPath() {
  const initdb = which('initdb')
  if (!initdb) return null
  const { stdout } = spawnSync(initdb, ['--version'], { encoding: 'utf8' })
  return Number(/(\d+)[.\s]/.exec(stdout)?.[1] ?? 0) >= 15 ? dirname(initdb) : null
}

/** Returns the folder with initdb and postgres for the newest PostgreSQL installed (15+); null if there is none. */
export function systemPostgres() {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .filter((version) => Number(version) >= 15)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : []
  const onPath = fitOnPath()
  return (
    [...debian, ...(onPath ? [onPath] : [])].find(
      (bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')),
    ) ?? null
  )
}

// The headless one needs a third less CPU time, but not every distribution has it.
const BROWSERS = ['chromium-headless-shell', 'chromium']

function systemBrowser() {
  return BROWSERS.map(which).find(Boolean) ?? null
}

const WANTED = {
  'chromium-headless-shell': () => which('chromium-headless-shell'),
  chromium: systemBrowser,
  ffmpeg: () => which('ffmpeg'),
  postgresql: systemPostgres,
}

/** Installs programs that tests can use, if this user may use the package manager. Ignores failures. */
export async function ensurePrograms() {
  const isMissing = (name) => !WANTED[name]()
  const missing = Object.keys(WANTED).filter(isMissing)
  if (missing.length === 0 || !mayUseApt) return
  console.log('Installing missing test programs (browser, FFmpeg, PostgreSQL).')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  // One by one, so that a distribution without one of them still gets the others.
  for (const name of missing)
    if (isMissing(name))
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env })
}

/** Tries to install a browser for the journeys. Returns whether there is one. */
export async function ensureBrowser() {
  if (systemBrowser()) return true
  const require = createRequire(join(ROOT, 'package.json'))
  const here = () => existsSync(require('playwright-core').chromium.executablePath())
  if (here()) return true
  console.log('Installing a browser for the browser tests.')
  await run(NODE, [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'])
  return here()
}
