import { writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type AddonJob, Converter } from './addon-converter.ts'
import type { Addon } from './addon-types.ts'

// A child process that replaces the ffmpeg program if that isn't installed. It runs one task within the limits its
// parent sets (limited-process.ts). Errors go to stderr in ffmpeg's format, so the parent parses both the same way.

const LOG_ERRORS = 16

function run(job: AddonJob): string {
  const addon = createRequire(import.meta.url)(job.addon) as Addon
  addon.Log.setLevel(LOG_ERRORS)
  const converter = new Converter(addon)
  switch (job.task) {
    case 'check':
      return JSON.stringify(converter.abilities())
    case 'probe':
      return JSON.stringify(converter.probe(job))
    case 'poster':
      converter.poster(job)
      return ''
    case 'encode':
      converter.encode(job)
      return ''
  }
}

try {
  writeSync(1, run(JSON.parse(process.argv[2] ?? '') as AddonJob))
  // Exit without waiting for handles that the library may have left open.
  process.exit(0)
} catch (error) {
  writeSync(2, error instanceof Error ? error.message : String(error))
  process.exit(1)
}
