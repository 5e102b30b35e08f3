declare const self: ServiceWorkerGlobalScope

/**
 * What `vite.worker.config.ts` writes into the worker: the files of this build, those of them that each language has its
 * own of, in `/assets/<language>/`, and hashes of the program and of the shipped map.
 */
declare const PROGRAM: {
  version: string
  files: string[]
  texted: string[]
  languages: string[]
  ground: string
}

// The page names its language when it registers the worker.
const asked = new URLSearchParams(self.location.search).get('lang') ?? ''
const language = PROGRAM.languages.includes(asked) ? asked : null
const texted = new Set(PROGRAM.texted)

/** The page without anything of a person or a moment, for visits without a network. */
export const SHELL = language ? `/shell.html?lang=${language}` : '/shell.html'
const NAME = `program-${PROGRAM.version}-${language ?? 'base'}`
/** The name of the cache of the shipped map, which stays while its file does. */
export const BASEMAP_CACHE = `ground-${PROGRAM.ground}`

const inLanguage = (file: string): string =>
  language && texted.has(file) ? file.replace('/assets/', `/assets/${language}/`) : file
const files = new Set(PROGRAM.files.map(inLanguage))

/** Fetches the files of this build; those that the browser has, it takes from there. */
export const installProgram = async (): Promise<void> => {
  const cache = await caches.open(NAME)
  await cache.addAll([SHELL, ...files])
}

/** Deletes the files of other builds. */
export const dropOldPrograms = async (): Promise<void> => {
  for (const name of await caches.keys())
    if (
      (name.startsWith('program-') && name !== NAME) ||
      (name.startsWith('ground-') && name !== BASEMAP_CACHE)
    )
      await caches.delete(name)
}

/** Whether a file of this build is at this path. */
export const isOfProgram = (path: string): boolean => files.has(path)

/** A file of the program, without asking the network where it is here. */
export const programFile = async (path: string, request?: Request): Promise<Response> => {
  const found = await caches.match(path, { cacheName: NAME })
  return found ?? fetch(request ?? path)
}
