import { basename } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Makes a build of one language. A generated message exports what asks the runtime for the language and then chooses among
 * its texts; here it exports the text itself. The bundler drops all others, and the runtime, which knows of addresses,
 * cookies and headers.
 */
export const buildLanguage = (language: string): Plugin => ({
  name: 'build-language',
  apply: 'build',
  transform: {
    filter: { id: /\/i18n\/paraglide\/messages\/(?!_index)\w+\.js$/ },
    handler(code, id) {
      const name = basename(id, '.js')
      const text = `${language}_${name}`
      const { body } = this.parse(code)
      const choice = body.find(({ type }) => type === 'ExportNamedDeclaration')
      const isThere = body.some(
        (node) =>
          node.type === 'VariableDeclaration' &&
          node.declarations.some((one) => one.id.type === 'Identifier' && one.id.name === text),
      )
      if (!choice || !isThere) this.error(`build-language: ${name} has no text in ${language}`)
      return {
        code: `${code.slice(0, choice.start)}export { ${text} as ${name} }${code.slice(choice.end)}`,
        map: null,
      }
    },
  },
})
