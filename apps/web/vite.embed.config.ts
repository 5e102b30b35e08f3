import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { pageTexts } from './vite/page-texts.ts'
import { limits } from './vite/inline-limits.ts'
import { layers } from './vite/layers.ts'
import { scopedName } from './vite/scoped-name.ts'

/**
 * Builds the map for other sites (`/embed`) after the client. It's separate, so that no screen of the client loads more
 * for it, and it loads nothing of the client.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  plugins: [pageTexts(), layers(), limits()],
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    assetsDir: 'embed',
    sourcemap: false,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: fileURLToPath(new URL('./embed.html', import.meta.url)),
      optimization: { inlineConst: { mode: 'all' } },
    },
  },
})
