import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../lib/run.mjs'
import { USES } from './uses.mjs'

const SOURCES = join(ROOT, 'apps/web/src/native')
const NAME = String.raw`\s*(?:'(\w+)'|PLUGIN),\s*'(\w+)'`
const CALL = new RegExp(
  String.raw`(?:(?:ask|trigger)(?:<[^(]*>)?\(\s*bridge,|(?:addListener|nativeCallback)\()${NAME}`,
  'g',
)

/** Events that only Android has. */
const ANDROID_ONLY = ['App backButton']

/**
 * Lists the methods that the app's page calls and the events that it listens to, by plugin.
 * @returns {Promise<[plugin: string, name: string][]>}
 */
export async function listCalls() {
  const calls = new Map()
  for (const file of await readdir(SOURCES)) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const text = await readFile(join(SOURCES, file), 'utf8')
    const own = /PLUGIN = '(\w+)'/.exec(text)?.[1]
    for (const [, plugin = own, name] of text.matchAll(CALL)) calls.set(`${plugin} ${name}`, [plugin, name])
  }
  return [...calls.values()]
}

/** Reads all of a package's source files for one system. */
async function readSources(folder, endings) {
  const files = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : []
  const texts = files
    .filter((file) => file.isFile() && endings.test(file.name) && !/test/i.test(file.parentPath))
    .map((file) => readFile(join(file.parentPath, file.name), 'utf8'))
  return (await Promise.all(texts)).join('\n')
}

/**
 * Finds methods and events that the app's page uses, but that the native code of a plugin doesn't have in this version.
 * Checks only installed packages.
 * @returns {Promise<string[]>}
 */
export async function problemsOfCalls(folder, calls) {
  const problems = []
  for (const [plugin, name] of calls ?? (await listCalls())) {
    const from = join(folder, 'node_modules', USES[plugin]?.package ?? plugin)
    if (!existsSync(from)) continue
    const word = new RegExp(String.raw`\b${name}\b`)
    for (const [system, source] of [
      ['Android', await readSources(join(from, 'android/src/main'), /\.(?:java|kt)$/)],
      ['iOS', await readSources(join(from, 'ios'), /\.(?:swift|m)$/)],
    ])
      if (!word.test(source) && (system === 'Android' || !ANDROID_ONLY.includes(`${plugin} ${name}`)))
        problems.push(`${system}: ${plugin} doesn't have ${name}`)
  }
  return problems
}
