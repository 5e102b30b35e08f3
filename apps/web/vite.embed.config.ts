import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { pageTexts } from './vite/page-texts.ts'
import { limits } from './vite/inline-limits.ts'
import { layers } from './vite/layers.ts'
import { scopedName } from './vite/scoped-name.ts'

/**
 * Builds the embedded map (`/embed`) after the client. It's a separate build, so that it adds nothing to the client's
 * screens and loads none of the client's code.
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
