import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

/**
 * Builds `public/theme.js` as a minified file with a hash in its name, so that a cache never combines a page's style
 * sheets with another version's script. It stays outside the bundle, because it blocks the first paint. Pages of older
 * versions still get `/theme.js`.
 */
export function themeScript(): Plugin {
  const source = readFileSync(join(import.meta.dirname, '../public/theme.js'), 'utf8')
  const { code } = minifySync('theme.js', source)
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 8)
  const file = `assets/theme-${hash}.js`
  return {
    name: 'theme-script',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: file, source: code })
    },
    transformIndexHtml: (html) => html.replace('/theme.js', `/${file}`),
  }
}
