import { fileURLToPath } from 'node:url'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { firstLoad } from './vite/first-load.ts'
import { oneLanguage, ownMessages } from './vite/own-messages.ts'

/** Preloads the two fonts, before the browser has read the style sheet. */
const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head',
        })),
  },
})

// The address of the server that `npm run dev` started beside this one.
const server = process.env.NOLLIE_SERVER ?? 'http://localhost:3000'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/i18n/paraglide',
      strategy: ['globalVariable', 'baseLocale'],
    }),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './src/app/routes',
      generatedRouteTree: './src/app/route-tree.gen.ts',
      addExtensions: true,
      quoteStyle: 'single',
    }),
    ownMessages(fileURLToPath(new URL('src/i18n/paraglide', import.meta.url))),
    oneLanguage(),
    react(),
    tailwindcss(),
    preloadFonts(),
    firstLoad(),
    // Both copies lie beside each text file, so that no visit waits for compression.
    compression({ algorithms: ['brotliCompress', 'gzip'], include: /^assets\/.+\.(m?js|css|svg|json)$/ }),
  ],
  // React has this hook itself; what makes up for it in older ones can stay away.
  resolve: { alias: { 'use-sync-external-store/shim': 'use-sync-external-store' } },
  build: {
    outDir: 'dist',
    sourcemap: false,
    target: 'es2023',
    assetsInlineLimit: 0,
    // Every browser that reads ES2023 knows modulepreload.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Large files compress better than many small ones, and these change together or not at all.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              // What the landing page and the app both begin with.
              name: 'base',
              test: /vite\/preload-helper|src\/(i18n\/paraglide\/runtime|lib\/(api|navigation|session|title)|ui\/(button|link|spinner|empty-state|type-glyph|wordmark)|pages\/(loading|failed))\./,
            },
            {
              // What leads from screen to screen; the feed begins without it.
              name: 'router',
              test: /node_modules\/(@tanstack\/(router-core|react-router|history|store|react-store)|use-sync-external-store)\//,
            },
            {
              // The frame of every screen of the app. Observers of queries come with the first screen that has some.
              name: 'shell',
              test: /node_modules\/(@tanstack\/(?!react-query\/.*use|query-core\/.*[oO]bserver)|lucide-react\/dist\/esm\/(?!icons)|@base-ui\/react\/(csp-provider|internals\/csp-context)\/)|src\/(lib\/kept|ui\/(app-shell|avatar|dock|header-bar|icon-button|offline-banner|roll|toast|toaster|use-media)|features\/(messages\/(messages-link|unread)|notifications\/(notification-bell|unread)))\./,
            },
            {
              // What several screens say, in a file for those people begin with and one for the rest: alone each text would
              // be a file of a hundred bytes. The landing page has its own.
              name: 'texts',
              test: /i18n\/paraglide\/messages\/(shell|feed|posts|spot|discover|viewer|people|welcome)_/,
              minShareCount: 2,
            },
            {
              name: 'more-texts',
              test: /i18n\/paraglide\/messages\/(?!landing_|legal_|auth_)/,
              minShareCount: 2,
            },
            { name: 'icons', test: /lucide-react\/dist\/esm\/icons/, minShareCount: 3 },
            {
              // What every screen of members shows: posts, photos, and their live updates.
              name: 'member',
              test: /@tanstack\/(react-query|query-core)\/|src\/(lib\/(days|live|names|newest-first|paging|place-text|query-patch|safe-path|soon|thumbhash|use-newest)|ui\/(lazy-menu|list-states|moment|photo|skeleton)|features\/posts\/(items|item-store|post-changes|post-requests|like-button))\./,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/media', '/dev'].map((path) => [path, { target: server, changeOrigin: false }]),
    ),
  },
})
