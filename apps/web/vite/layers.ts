import type { Plugin } from 'vite'

const LAYERS = ['base', 'libraries', 'ui', 'features'] as const

const getLayer = (id: string): (typeof LAYERS)[number] => {
  if (id.includes('/node_modules/')) return 'libraries'
  return id.includes('/src/ui/') ? 'ui' : 'features'
}

/**
 * Puts the styles of a folder into their cascade layer: those of libraries, above them `ui`, and above it `features`. So a
 * feature restyles a part of ui, or of a library, by its class alone, however the sheets are split and in whichever order
 * they come.
 */
export const layers = (): Plugin => ({
  name: 'layers',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/(?:ui|features|app)\/[^?]+\.module\.css|\/node_modules\/[^?]+\.css$/ },
    handler: (code, id) => ({
      code: `@layer ${LAYERS.join(', ')};\n@layer ${getLayer(id)} {\n${code}\n}\n`,
      map: null,
    }),
  },
})
