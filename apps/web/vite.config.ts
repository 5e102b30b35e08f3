import { fileURLToPath } from 'node:url'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { buildLanguage, serveLanguage } from './vite/build-language.ts'
import { firstLoad } from './vite/screen-preloads.ts'
import { themeScript } from './vite/theme-script.ts'
import { limits } from './vite/inline-limits.ts'
import { layers } from './vite/layers.ts'
import { scopedName } from './vite/scoped-name.ts'
import { languages } from './vite/texts.ts'

/** Preloads the two fonts before the browser has read the style sheet. */
function preloadFonts(): Plugin {
  return {
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
  }
}

/** Serves the embedded map in development, at the same path as in production. */
function serveEmbedPage(): Plugin {
  return {
    name: 'serve-embed-page',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _, next) => {
        request.url = request.url?.replace(/^\/embed(?=\?|$)/, '/embed.html')
        next()
      })
    },
  }
}

const HASH_CHARACTERS = 'base36'
/** Message groups with a few strings that several screens share. Separately, each would be a tiny file (100 bytes). */
const SHARED_TEXTS =
  /\/paraglide\/messages\/(accounts|ads|areas|audiences|crews|drafts|lists|moderation|outbox|profiles|reports|share)_/
const GROUPS = [
  {
    // Every page starts with this chunk. The landing page needs nothing else.
    name: 'start',
    test: /vite\/preload-helper|src\/lib\/(?:\w+\/)?(api|missing-chunks|server-answers|page-start|session|theme)\./,
  },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  {
    // Loaded on every app screen: the router and the layout. Query observers are in the first screen that needs them.
    name: 'app',
    test: /src\/ui\/[^?]+\.module\.css|packages\/contract\/src\/(short-links|spots\/spot-types)\.|node_modules\/(@tanstack\/(router-core|react-router|history|store|react-store|(?!react-query\/.*use|query-core\/.*[oO]bserver))|use-sync-external-store|lucide-react\/dist\/esm\/(?!icons)|@base-ui\/react\/(csp-provider|internals\/csp-context)\/)|src\/(i18n\/(plural|paraglide\/messages\/(accounts_sign_in|drafts_quick_save|languages_code|moderation_title|imports_osm_title))|lib\/(?:\w+\/)?(keys\/notifications|format|isolate-text|storage|use-back|navigation|safe-path|server-config|page-title|use-session)|ui\/(?:\w+\/)?(app-shell|avatar|badge-count|button|dock|empty-state|header-bar|icon-button|link|offline-banner|active-mark|spinner|toast|toaster|type-glyph|use-media-query|wordmark)|app\/(failed-screen|guards|loading|query-client)|features\/(messages\/inbox\/(messages-link|unread-badge|unread-requests)|notifications\/(notification-bell|unread-requests)))\./,
  },
  {
    // Icons for cards and lists on first screens, even if other screens use them too.
    name: 'first-icons',
    test: /lucide-react\/dist\/esm\/icons\/(arrow-down|arrow-up|bookmark|chevron-left|chevron-right|file-text|heart|image-off|images|map-pin-off|message-circle|play|search|send|share-2|sliders-horizontal|square-pen)\./,
    minShareCount: 2,
  },
  {
    name: 'icons',
    // The menu icon is in the chunk that all members load.
    test: /lucide-react\/dist\/esm\/icons\/(?!ellipsis\.)/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 3_200,
  },
  {
    // Code for every member screen: posts, photos, and their live updates.
    name: 'member',
    test: /@tanstack\/(react-query|query-core)\/|lucide-react\/dist\/esm\/icons\/ellipsis\.|src\/(mentions\/mention-names|lib\/(?:\w+\/)?(keys\/(feed|likes|people|posts|profiles|saved)|step-through-list|days|ago-text|live|may-play|person-name|newest-first|page-start|paging|place-text|play-slots|debounce|query-patch|text-parts|use-near-viewport|use-newest|use-on-screen|outbox\/send-or-queue-lazily)|ui\/(?:\w+\/)?(collapsible-text|lazy-menu|list-states|mention-text|new-items-pill|photo|skeleton|time)|features\/(posts\/(item-counts|optimistic-likes|post-listeners|post-requests|send-like)|likes\/(like-button|lazy-likes-dialog)|saved\/save-button|lightbox\/(lightbox-address|lightbox-host|use-open-item)))\./,
    minShareCount: 2,
  },
  { name: 'lightbox', test: /src\/features\/lightbox\/[\w-]+\.module\.css/ },
  {
    // Post cards and lists.
    name: 'feed',
    test: /src\/features\/feed\/(?:post\/)?(feed-list|post-card|post-pending)\./,
    minShareCount: 2,
  },
  {
    // Live updates for posts load after the first paint; live updates for spots load later.
    name: 'live-posts',
    test: /src\/features\/posts\/live-posts\./,
  },
  {
    // The code that wraps the map engine on every map.
    name: 'map-box',
    test: /paraglide\/messages\/(spots_get_directions|map_name_is_guess)|src\/(ui\/(?:\w+\/)?(badge|spot-type-label)|lib\/places\/maps-links|features\/map\/(?:streets\/)?(engine\/coverage|map-credit|map|map-state|no-streets|streets-request|use-map-box|use-streets-at))\./,
    minShareCount: 2,
  },
  {
    // Map positions, their countries, spot keys, and parts of cards and spot pages that load later. Used by the spot
    // map, the spot page, and the engine.
    name: 'map-places',
    test: /packages\/contract\/src\/map\/map-codec\.|src\/(features\/(checks\/lazy-spot-condition|conditions\/lazy-conditions|facts\/lazy-facts|map\/cluster-size|places\/lazy-direction|stewards\/lazy-stewards|translations\/lazy-translation)|lib\/(?:\w+\/)?(after-first-screen|countries|distance-text|idle|keys\/(countries|map|spots)|use-submit-key))\./,
    minShareCount: 2,
  },
  {
    // Reads where and when a photo was taken.
    name: 'photo-tags',
    test: /src\/(features\/media\/photo-position|lib\/media\/photo-tags)\./,
  },
  {
    // The spot map.
    name: 'map',
    test: /src\/(features\/(map\/(?!engine\/|small-maps\/(?:mini-map|spots-still|still-map|steward-area-map)|unchecked\/|use-near-and-idle|filters\/filters-popover|card\/selected-|sheet\/spot-sheet|location\/(?:location-picker|use-picker-map)|search\/named-place)|places\/)|features\/spots\/spots-map-screen\.)/,
    minShareCount: 2,
  },
  {
    // The spot page, and the small maps in pages.
    name: 'spot',
    test: /paraglide\/messages\/(spots_|share_too_large)|src\/(lib\/attempts|ui\/system-share|features\/(map\/(?:small-maps\/)?(mini-map|still-map|use-near-and-idle)|reports\/lazy-report|spots\/(?:\w+\/)?(spots\.module|spot-change-requests|spot-dialogs|spot-links|address-text|spot-requests|spot-rights|spot-share|use-live-spot)))\./,
    minShareCount: 2,
  },
  {
    // The language picker in the settings and the footer, and the layout of most pages that have this footer.
    name: () => 'languages',
    test: /src\/(features\/(languages\/(?!leave-question)|accounts\/auth-frame\.)|lib\/page\/page-language\.)/,
    minShareCount: 2,
  },
  {
    // Small modules that aren't needed on the first screen: the outbox code for forms, and query keys.
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
/** Chunks with readable names: the groups above, and chunks whose loading the end-to-end tests check. */
const NAMED_CHUNKS = new Set<unknown>([
  'engine',
  'feed-side',
  'selected-panel',
  'spots-still',
  ...GROUPS.map(({ name }) => name),
])

// The URL of the server that `npm run dev` started.
const server = process.env.NOLLIE_SERVER ?? 'http://localhost:3000'

export default defineConfig(({ isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    // The client build has already compiled the messages.
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
    serveLanguage(),
    serveEmbedPage(),
    react(),
    layers(),
    limits(),
    // The program that prerenders the landing page isn't served.
    ...(isSsrBuild ? [] : [preloadFonts(), themeScript(), firstLoad()]),
  ],
  // React has this hook built in, so its shim isn't needed.
  resolve: { alias: { 'use-sync-external-store/shim': 'use-sync-external-store' } },
  define: { __LANGUAGES__: JSON.stringify(languages()) },
  css: {
    modules: { generateScopedName: scopedName },
  },
  build: {
    outDir: 'dist',
    sourcemap: false,
    target: 'es2023',
    assetsInlineLimit: 0,
    // Every browser that supports ES2023 also supports modulepreload.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    copyPublicDir: !isSsrBuild,
    rolldownOptions: {
      // Inline constants across modules.
      optimization: { inlineConst: { mode: 'all' } },
      // The prerendered page refers to files from the other build.
      output: isSsrBuild
        ? { hashCharacters: HASH_CHARACTERS }
        : {
            // Each screen's scripts list the files that its dialogs load. The names of the many small files add up to
            // 2.5 kB. Seven characters, the bundler's minimum, allow 78 billion names.
            hashCharacters: HASH_CHARACTERS,
            chunkFileNames: ({ name }) =>
              NAMED_CHUNKS.has(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
            // Large files compress better than many small ones, and the modules in a group change together anyway.
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
