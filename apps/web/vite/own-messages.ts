import type { Plugin } from 'vite'

// Also as the router's own splitting of routes writes it again.
const IMPORT = /^import \{ m \} from ['"][./]+(?:i18n\/)?messages\.ts['"];?$/m

/**
 * Lets a module carry only the words it uses. `m` holds every message, so whatever imports it would pull all of them
 * into the first chunk; here `m` becomes an object of the messages the module names.
 */
export const ownMessages = (folder: string): Plugin => ({
  name: 'own-messages',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.tsx?(\?|$)/, code: IMPORT },
    handler(code) {
      const used = [...new Set([...code.matchAll(/\bm\.(\w+)/g)].map(([, name]) => name))]
      const imports = used.map((name) => `import { ${name} } from '${folder}/messages/${name}.js'`)
      // On one line, so that every other line keeps its number.
      return {
        code: code.replace(IMPORT, `${imports.join(';')};const m = { ${used.join(', ')} }`),
        map: null,
      }
    },
  },
})
