import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { buildLanguage } from './vite/build-language.ts'
import { firstLoad } from './vite/screen-preloads.ts'
import { layers } from './vite/layers.ts'
import { languages } from './vite/texts.ts'

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

const HASH_CHARACTERS = 'base36'
/** Nouns of which single texts are shared by screens: alone, each would be a file of a hundred bytes. */
const SHARED_TEXTS =
  /\/paraglide\/messages\/(accounts|ads|areas|audiences|crews|drafts|lists|moderation|outbox|profiles|reports|share)_/
const GROUPS = [
  {
    // What every page begins with, the landing page with nothing else.
    name: 'start',
    test: /vite\/preload-helper|src\/lib\/(api|missing-chunks|server-answers|page-start|session|theme)\./,
  },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  {
    // What every screen of the app begins with: the router and the frame. Observers of queries come with
    // the first screen that has some.
    name: 'app',
    test: /src\/ui\/[^/]+\.module\.css|packages\/contract\/src\/(limits|short-links|spots\/spot-types)\.|node_modules\/(@tanstack\/(router-core|react-router|history|store|react-store|(?!react-query\/.*use|query-core\/.*[oO]bserver))|use-sync-external-store|lucide-react\/dist\/esm\/(?!icons)|@base-ui\/react\/(csp-provider|internals\/csp-context)\/)|src\/(i18n\/(plural|paraglide\/messages\/(accounts_sign_in|drafts_drop|languages_code|moderation_title))|lib\/(keys\/notifications|format|storage|use-back|navigation|safe-path|server-config|page-title|use-session)|ui\/(app-shell|avatar|badge-count|button|dock|empty-state|header-bar|icon-button|link|offline-banner|active-mark|spinner|toast|toaster|type-glyph|use-media-query|wordmark)|app\/(loading|failed-screen)|features\/(messages\/(messages-link|unread-badge|unread-requests)|notifications\/(notification-bell|unread-requests)))\./,
  },
  {
    // What cards and lists of first screens show, whatever other screens use of it.
    name: 'first-icons',
    test: /lucide-react\/dist\/esm\/icons\/(arrow-down|arrow-up|bookmark|chevron-left|chevron-right|file-text|heart|image-off|images|map-pin-off|message-circle|play|search|send|share-2|sliders-horizontal|square-pen)\./,
    minShareCount: 2,
  },
  {
    name: 'icons',
    // The one of every menu comes with what all members load.
    test: /lucide-react\/dist\/esm\/icons\/(?!ellipsis\.)/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 3_200,
  },
  {
    // The code of every screen of members: posts, photos, and their live updates.
    name: 'member',
    test: /@tanstack\/(react-query|query-core)\/|lucide-react\/dist\/esm\/icons\/ellipsis\.|src\/(mentions\/mention-names|lib\/(keys\/(feed|likes|people|posts|profiles|saved)|step-through-list|days|ago-text|live|may-play|person-name|newest-first|page-start|paging|place-text|play-slots|debounce|query-patch|text-parts|use-near-viewport|use-newest|use-on-screen|outbox\/send-or-queue-lazily)|ui\/(collapsible-text|lazy-menu|list-states|mention-text|new-items-pill|photo|skeleton|time)|features\/(posts\/(item-counts|optimistic-likes|post-listeners|post-requests|send-like)|likes\/(like-button|lazy-likes-dialog)|saved\/save-button|lightbox\/(lightbox-address|lightbox-host|use-open-item)))\./,
    minShareCount: 2,
  },
  { name: 'lightbox', test: /src\/features\/lightbox\/[\w-]+\.module\.css/ },
  {
    // A post's card, and lists of them.
    name: 'feed',
    test: /src\/features\/feed\/(feed-list|post-card|post-pending)\./,
    minShareCount: 2,
  },
  {
    // Live updates of posts, which come after the first paint; those of spots come later.
    name: 'live-posts',
    test: /src\/features\/posts\/live-posts\./,
  },
  {
    // What every map has around its engine.
    name: 'map-box',
    test: /src\/(ui\/(badge|spot-type-label)|lib\/maps-links|features\/map\/(engine\/coverage|map-credit|map|map-state|no-streets|streets-request|use-map-box|use-streets-at))\./,
    minShareCount: 2,
  },
  {
    // Positions on a map, their countries, the keys of spots, and what comes later on cards and pages of spots: for the map of spots,
    // a spot's page, and the engine.
    name: 'map-places',
    test: /packages\/contract\/src\/map\/map-codec\.|src\/(features\/(checks\/lazy-standing|conditions\/lazy-conditions|facts\/lazy-facts|map\/cluster-size|stewards\/lazy-stewards|translations\/lazy-translation)|lib\/(after-first-screen|countries|distance-text|idle|keys\/(countries|map|spots)|use-submit-key))\./,
    minShareCount: 2,
  },
  {
    // What a photo says of where and when it was taken.
    name: 'photo-tags',
    test: /src\/(features\/media\/photo-position|lib\/photo-tags)\./,
  },
  {
    // The map of spots.
    name: 'map',
    test: /src\/(features\/(map\/(?!engine\/|mini-map|spots-still|still-map|use-near-and-idle|filters-popover|card-menu)|places\/)|features\/spots\/spots-map-screen\.)/,
    minShareCount: 2,
  },
  {
    // A spot's page and the small maps in pages.
    name: 'spot',
    test: /paraglide\/messages\/(spots_|share_too_large)|src\/(lib\/attempts|ui\/system-share|features\/(map\/(mini-map|still-map|use-near-and-idle)|reports\/lazy-report|spots\/(spot-change-requests|spot-dialogs|spot-links|address-text|spot-requests|spot-rights|spot-share|use-live-spot)))\./,
    minShareCount: 2,
  },
  {
    // The choice of a language, in the settings and at the foot, with the frame that most of these feet are of.
    name: () => 'languages',
    test: /src\/(features\/(languages\/(?!leave-question)|accounts\/auth-frame\.)|lib\/page-language\.)/,
    minShareCount: 2,
  },
  {
    // A few lines each, which no first screen needs: what forms need of the outbox, and keys of queries.
    name: () => 'small-parts',
    test: /src\/lib\/(outbox\/(device-full|kinds|outbox-state|use-outbox)|keys\/(accounts|drafts|lists|moderation))\./,
    minShareCount: 2,
  },
  {
    name: (id: string) => SHARED_TEXTS.exec(id)?.[1] ?? null,
    test: SHARED_TEXTS,
    minShareCount: 2,
  },
]
/** Chunks that are called by their name: those above, and those whose loading the journeys look at. */
const NAMED_CHUNKS = new Set<unknown>([
  'engine',
  'feed-side',
  'spots-still',
  ...GROUPS.map(({ name }) => name),
])

// The address of the server that `npm run dev` started beside this one.
const server = process.env.NOLLIE_SERVER ?? 'http://localhost:3000'

export default defineConfig(({ isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    // The build of the client, before, has compiled the texts.
    ...(isSsrBuild
      ? []
      : [
          paraglideVitePlugin({
            project: './project.inlang',
            outdir: './src/i18n/paraglide',
            strategy: ['globalVariable', 'baseLocale'],
          }),
        ]),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './src/app/routes',
      generatedRouteTree: './src/app/route-tree.gen.ts',
      addExtensions: true,
      quoteStyle: 'single',
    }),
    buildLanguage(),
    react(),
    layers(),
    // What draws the landing page for the build is no part of what is served.
    ...(isSsrBuild ? [] : [preloadFonts(), firstLoad()]),
  ],
  // React has this hook itself; what makes up for it in older ones can stay away.
  resolve: { alias: { 'use-sync-external-store/shim': 'use-sync-external-store' } },
  define: { __LANGUAGES__: JSON.stringify(languages()) },
  css: {
    // `spot-card.module.css` and `.name` become `spot-card_name`, in development and production: names of modules differ.
    modules: { generateScopedName: (name, file) => `${basename(file).split('.')[0]}_${name}` },
  },
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
      // Constants of one module are written where another one uses them.
      optimization: { inlineConst: { mode: 'all' } },
      // The prerendered page names the files of the other build.
      output: isSsrBuild
        ? { hashCharacters: HASH_CHARACTERS }
        : {
            // Each screen's scripts list those that its dialogs load: the names of the many small ones are 2.5 kB of it.
            // Seven characters are the least that the bundler takes, and 78 thousand million names.
            hashCharacters: HASH_CHARACTERS,
            chunkFileNames: ({ name }) =>
              NAMED_CHUNKS.has(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
            // Large files compress better than many small ones, and these change together or not at all.
            codeSplitting: {
              groups: GROUPS,
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
