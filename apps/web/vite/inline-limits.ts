import type { Plugin } from 'vite'
import { LIMITS } from '../../../packages/contract/src/limits.ts'

const USE = /(?<![\w.$])LIMITS\.(\w+)/g

/** Replaces each use of a limit with its value. */
export function inlineLimits(code: string): string {
  return code.replaceAll(USE, (use, name: string) =>
    Object.hasOwn(LIMITS, name) ? String(LIMITS[name as keyof typeof LIMITS]) : use,
  )
}

/**
 * Inlines the limits. The bundler inlines constants, but not the properties of an object. Otherwise, every screen would
 * load all limits (700 bytes) for the few that it uses.
 */
export function limits(): Plugin {
  return {
    name: 'limits',
    apply: 'build',
    transform: {
      filter: { id: /\/(?:apps\/web|packages\/contract)\/src\/[^?]+\.tsx?(?:\?|$)/, code: 'LIMITS.' },
      handler: (code) => ({ code: inlineLimits(code), map: null }),
    },
  }
}
