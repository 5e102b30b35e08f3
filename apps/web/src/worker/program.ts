declare const self: ServiceWorkerGlobalScope

/**
 * Build-time data from `vite.worker.config.ts`: this build's files, its language-specific files in
 * `/assets/<language>/`, and hashes of the build and of the shipped map.
 */
declare const PROGRAM: {
  version: string
  files: string[]
  texted: string[]
  languages: string[]
  ground: string
}

// The page passes its language when it registers the worker.
const asked = new URLSearchParams(self.location.search).get('lang') ?? ''
const language = PROGRAM.languages.includes(asked) ? asked : null
const texted = new Set(PROGRAM.texted)

/** The app's page without personal or time-dependent data, for offline visits. */
export const SHELL = language ? `/shell.html?lang=${language}` : '/shell.html'
const NAME = `program-${PROGRAM.version}-${language ?? 'base'}`
/** The cache for the shipped map, named after the file's hash. */
export const BASEMAP_CACHE = `ground-${PROGRAM.ground}`

function inLanguage(file: string): string {
  return language && texted.has(file) ? file.replace('/assets/', `/assets/${language}/`) : file
}

const files = new Set(PROGRAM.files.map(inLanguage))

/** Caches this build's files, reusing the browser's HTTP cache. */
export async function installProgram(): Promise<void> {
  const cache = await caches.open(NAME)
  await cache.addAll([SHELL, ...files])
}

/** Deletes other builds' files. */
export async function dropOldPrograms(): Promise<void> {
  for (const name of await caches.keys())
    if (
      (name.startsWith('program-') && name !== NAME) ||
      (name.startsWith('ground-') && name !== BASEMAP_CACHE)
    )
      await caches.delete(name)
}

/** Whether the file at this path belongs to this build. */
export function isOfProgram(path: string): boolean {
  return files.has(path)
}

/** Returns a file from this build, from the cache if possible. */
export async function programFile(path: string, request?: Request): Promise<Response> {
  const found = await caches.match(path, { cacheName: NAME })
  return found ?? fetch(request ?? path)
}
