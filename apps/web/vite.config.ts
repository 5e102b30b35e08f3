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

export default defineConfig(({ isSsrBuild }) => ({
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
    // What draws the landing page for the build is no part of what is served.
    ...(isSsrBuild
      ? []
      : [
          preloadFonts(),
          firstLoad(),
          // Both copies lie beside each text file, so that no visit waits for compression.
          compression({
            algorithms: ['brotliCompress', 'gzip'],
            include: /^assets\/.+\.(m?js|css|svg|json)$/,
          }),
        ]),
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
    copyPublicDir: !isSsrBuild,
    rolldownOptions: {
      output: isSsrBuild
        ? {}
        : {
            // Large files compress better than many small ones, and these change together or not at all.
            codeSplitting: {
              groups: [
                {
                  // What every page begins with, the landing page with nothing else.
                  name: 'start',
                  test: /vite\/preload-helper|src\/lib\/(api|page-start|session-store|theme)\./,
                },
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
                {
                  // What every screen of the app begins with: the router and the frame. Observers of queries come with
                  // the first screen that has some.
                  name: 'app',
                  test: /packages\/contract\/src\/(limits|short-links|spot-types)\.|node_modules\/(@tanstack\/(router-core|react-router|history|store|react-store|(?!react-query\/.*use|query-core\/.*[oO]bserver))|use-sync-external-store|lucide-react\/dist\/esm\/(?!icons)|@base-ui\/react\/(csp-provider|internals\/csp-context)\/)|src\/(lib\/(storage|navigation|safe-path|server-config|session|title)|ui\/(app-shell|avatar|button|dock|empty-state|header-bar|icon-button|link|offline-banner|roll|spinner|toast|toaster|type-glyph|use-media|wordmark)|pages\/(loading|failed)|features\/(messages\/(messages-link|unread)|notifications\/(notification-bell|unread)))\./,
                },
                {
                  name: 'icons',
                  test: /lucide-react\/dist\/esm\/icons/,
                  minShareCount: 2,
                  entriesAware: true,
                  entriesAwareMergeThreshold: 2_500,
                },
                {
                  // What every screen of members shows: posts, photos, and what keeps them true.
                  name: 'member',
                  test: /@tanstack\/(react-query|query-core)\/|src\/(lib\/(days|live|may-play|names|newest-first|page-start|paging|place-text|play-slots|debounce|query-patch|text-parts|use-newest|use-seen)|ui\/(collapsible-text|lazy-menu|list-states|mention-text|new-items-pill|photo|skeleton|time)|features\/(posts\/(ago|items|item-store|like-button|likes-dialog|post-changes|post-requests|save-button)|lightbox\/(address|lightbox-host|use-open-item)))\./,
                  minShareCount: 2,
                },
                {
                  // A post's card, and lists of them.
                  name: 'feed',
                  test: /src\/features\/feed\/(feed-list|post-card|post-pending)\./,
                  minShareCount: 2,
                },
                {
                  // A spot's page and the small maps in pages.
                  name: 'spot',
                  test: /src\/(lib\/(attempts|idle)|ui\/(badge|system-share)|features\/(map\/(credit|maps-link|mini-map|no-streets|still-map|use-map-box)|reports\/lazy-report|spots\/(spot-changes|spot-dialogs|spot-links|spot-requests|spot-rights|spot-share|use-spot-live)))\./,
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
}))
