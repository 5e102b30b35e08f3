import type { Plugin, Rolldown } from 'vite'

/**
 * The modules that screens load at startup in addition to the entry point. If they weren't preloaded, they'd load one
 * by one.
 */
const APP = '/src/app/app.tsx'

function route(name: string) {
  return `/src/app/routes/${name}.tsx?`
}

const MAP = [APP, route('spots.index'), '/src/features/spots/spots-map-screen.tsx']
const LANDING = '/src/features/landing/landing-screen.tsx'
const SPOT_ROUTE = route('spots.$spotId')

/** Screens by path (as in the server's `web-screens.ts`), for visitors and for members. */
const SCREENS: Record<'visitor' | 'member', Record<string, string[]>> = {
  visitor: {
    '/auth': [APP, route('auth.index')],
    '/spots': MAP,
    '/spots/:id': [APP, SPOT_ROUTE, '/src/features/spots/spots-map-screen.tsx'],
  },
  member: {
    '/dashboard': [APP, route('dashboard')],
    '/feed': [APP, route('feed'), '/src/features/discover/discover-screen.tsx'],
    '/post/:id': [APP, route('post.$postId')],
    '/spots': MAP,
    '/spots/:id': [APP, SPOT_ROUTE, '/src/features/spots/page/spot-screen.tsx'],
  },
}

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

/**
 * Writes `first-load.json`, which lists the scripts and style sheets that each screen loads at startup. The server adds
 * them to the page's head, so that the browser loads them in parallel.
 */
export function firstLoad(): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = new Map<string, Chunk>()
      for (const [name, file] of Object.entries(bundle)) if (file.type === 'chunk') chunks.set(name, file)
      const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
      const withImports = (name: string, found: Set<string>): Set<string> => {
        if (found.has(name) || !chunks.has(name)) return found
        found.add(name)
        for (const one of chunks.get(name)?.imports ?? []) withImports(one, found)
        return found
      }
      const known = withImports(entry?.fileName ?? '', new Set())
      const findChunk = (module: string) => {
        const isIt = (id: string) => (module.endsWith('?') ? id.includes(module) : id.endsWith(module))
        const found = [...chunks.values()].find(({ moduleIds }) => moduleIds.some(isIt))
        if (!found) this.error(`first-load: nothing was built of ${module}`)
        return found.fileName
      }
      const listLoads = (modules: readonly string[]) => {
        const files = new Set<string>()
        for (const module of modules) withImports(findChunk(module), files)
        const scripts = [...files].filter((name) => !known.has(name))
        const styles = scripts.flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])])
        return { scripts, styles: [...new Set(styles)] }
      }
      // The landing page is prerendered and needs only its styles.
      const landing = { scripts: [], styles: listLoads([LANDING]).styles }
      const loads = Object.fromEntries(
        Object.entries(SCREENS).map(([who, screens]) => [
          who,
          Object.fromEntries([
            ...(who === 'visitor'
              ? [
                  ['/', landing],
                  ['/welcome', landing],
                ]
              : []),
            ...Object.entries(screens).map(([path, modules]) => [path, listLoads(modules)]),
          ]),
        ]),
      )
      this.emitFile({ type: 'asset', fileName: 'first-load.json', source: JSON.stringify(loads) })
    },
  }
}
