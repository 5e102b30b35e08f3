import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

// Also as the router's own splitting of routes writes it again.
const IMPORT = /^import \{ m \} from ['"][./]+(?:i18n\/)?messages\.ts['"];?$/m

/**
 * Lets a module bundle only the messages it uses. `m` has every message, so whatever imports it would pull all of them
 * into the first chunk; here each `m.name` becomes that message alone. Each module
 * has a copy of its own: shared ones would be files of a hundred bytes, or one file with the messages of all screens.
 */
export const ownMessages = (folder: string): Plugin => ({
  name: 'own-messages',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.tsx?(\?|$)/, code: IMPORT },
    handler(code, id) {
      const copy = createHash('sha256').update(id).digest('hex').slice(0, 8)
      const used = [...new Set([...code.matchAll(/\bm\.(\w+)/g)].map(([, name]) => name))]
      const imports = used.map(
        (name) => `import { ${name} as m_${name} } from '${folder}/messages/${name}.js?copy=${copy}'`,
      )
      // On one line, so that line numbers stay the same.
      return { code: code.replace(IMPORT, imports.join(';')).replace(/\bm\.(?=\w)/g, 'm_'), map: null }
    },
  },
})

// What a message does that has one language to choose from.
const ASKS = /^\s*experimentalStaticLocale \?\? options\.locale \?\? getLocale\(\)\s*$/m
const FOR_IT = /^import \{[^}]*getLocale[^}]*\} from '\.\.\/runtime\.js';?$/m
/** The message in its one language, and what chooses among languages, which is the rest of the file. */
const CHOICE = /^const (\w+)_(\w+) = [\s\S]*?(^export const \2 = [\s\S]*)/m

/**
 * With one language there is nothing to choose: its messages would all the same import what knows of addresses, cookies
 * and headers. With a second language the messages are generated differently and stay as they are.
 */
export const oneLanguage = (): Plugin => ({
  name: 'one-language',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/i18n\/paraglide\/messages\/\w+\.js(\?copy=\w+)?$/, code: ASKS },
    handler: (code) => ({
      code: code
        .replace(FOR_IT, '')
        .replace(CHOICE, (all, language, name, choice) =>
          all.replace(choice, () => `export { ${language}_${name} as ${name} }`),
        ),
      map: null,
    }),
  },
})
