import { basename } from 'node:path'

/**
 * Names a class of a style module: `spot-card.module.css` and `.name` become `spot-card_name`, in development and
 * production. This works because module names are unique.
 */
export function scopedName(name: string, file: string): string {
  return `${basename(file).split('.')[0]}_${name}`
}
