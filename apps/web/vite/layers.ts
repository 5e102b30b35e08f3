import type { Plugin } from 'vite'

const LAYERS = ['base', 'libraries', 'ui', 'features'] as const

function getLayer(id: string): (typeof LAYERS)[number] {
  if (id.includes('/node_modules/')) return 'libraries'
  return id.includes('/src/ui/') ? 'ui' : 'features'
}

/**
 * Puts each folder's styles into a cascade layer: libraries lowest, then `ui`, then `features`. A feature can thus
 * restyle part of ui or a library with a single class, no matter how the style sheets are split and ordered.
 */
export function layers(): Plugin {
  return {
    name: 'layers',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/(?:ui|features|app)\/[^?]+\.module\.css|\/node_modules\/[^?]+\.css$/ },
      handler: (code, id) => ({
        code: `@layer ${LAYERS.join(', ')};\n@layer ${getLayer(id)} {\n${code}\n}\n`,
        map: null,
      }),
    },
  }
}
